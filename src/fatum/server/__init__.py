"""Tables over the network: HTTP to find and take a seat, one WebSocket for each viewer."""
