"""Learning environments: Gymnasium (a seat against an agent) and PettingZoo AEC (both seats): docs/environments.md."""
