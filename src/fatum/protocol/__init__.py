"""What goes over the wire between a table's server and its players and spectators."""
