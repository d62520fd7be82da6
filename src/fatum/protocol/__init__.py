"""What goes over the wire between a table's server and whoever plays or watches."""
