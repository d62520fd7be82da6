"""Processes in which bots think, with fair shares for everybody who plays."""
