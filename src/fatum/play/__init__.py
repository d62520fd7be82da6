"""Playing a game in this process, and narrating it."""
