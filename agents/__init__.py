"""Who decides: random, heuristic and search agents. Imports sim only."""
