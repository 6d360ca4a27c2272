"""Take the rows of a study out of its file: `splicelab export`."""
from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from experiments.errors import BadInput, must_be_writable
from experiments.frame import how, question, to_json
from experiments.store import ROWS, Store, StoredStudy

KINDS = ("parquet", "csv")


def write(store: Store, stored: StoredStudy, folder: Path, kinds: Sequence[str] = KINDS) -> list[Path]:
    """Write every table of rows of a study in each of the formats, and its figures as JSON; return the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written ({error.strerror})") from None
    written = []
    for table in ROWS:
        rows = f"(SELECT * FROM {table} WHERE study = '{stored.id}' ORDER BY ALL)"
        for kind in kinds:
            written.append(must_be_writable(folder / f"{table}.{kind}"))
            store.db.execute(f"COPY {rows} TO '{str(written[-1]).replace(chr(39), chr(39) * 2)}' (FORMAT {kind})")
    figures = question(stored.question).figures_of(store, stored)
    written.append(must_be_writable(folder / "figures.json"))
    summary = to_json({"study": stored.id, "figures": figures, "how": how(stored)})
    written[-1].write_text(summary + "\n", encoding="utf-8")
    return written


def export(arguments: argparse.Namespace) -> int:
    """Answer `splicelab export`."""
    file = Path(arguments.file)
    with Store(file, read_only=True) as store:
        stored = store.find(arguments.study)
        written = write(store, stored, Path(arguments.out or file.with_suffix("")), arguments.to or KINDS[:1])
    if arguments.json:
        print(to_json({"study": stored.id, "files": written}))
    else:
        print("\n".join(map(str, written)))
    return 0
