"""What every game shares: randomness, errors, events and the contracts of a game."""
