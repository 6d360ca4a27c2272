"""What is asked: studies, statistics, storage, reports, command line."""
