"""Karma: get rid of all your cards; the last player with cards loses."""
