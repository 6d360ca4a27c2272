"""The studies. Each module is one question, in the words of `experiments.frame`."""
