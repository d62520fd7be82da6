"""What bots know about playing a game well, beyond its rules."""
