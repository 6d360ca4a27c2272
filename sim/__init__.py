"""The rules engine: state, decisions and the splice action graph. Imports numpy and numba only."""
