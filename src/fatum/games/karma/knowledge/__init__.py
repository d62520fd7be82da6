"""What a seat may know, and truths that fit it."""
