"""What is legal and what a move does."""
