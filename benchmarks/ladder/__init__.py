"""How strong the bots are: matches between them, and the page that shows the results."""
