"""The table on a terminal's screen, drawn with Textual. Import it only when there is a screen."""
