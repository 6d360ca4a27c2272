"""Make `python -m experiments` the same as `splicelab`."""
import sys

from experiments.cli import main

sys.exit(main())
