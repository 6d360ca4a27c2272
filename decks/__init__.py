"""What is played: cards, their notation and deck lists. Imports sim only."""
