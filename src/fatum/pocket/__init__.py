"""Tables without a server: the authority, its log and its bots on the player's own device."""
