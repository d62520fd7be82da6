"""How the game is worded, counted and explained."""
