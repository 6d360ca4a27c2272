"""Tests of schedules, statistics, storage, studies and the command line."""
