"""What many games show, in numbers: one copy of each formula."""
