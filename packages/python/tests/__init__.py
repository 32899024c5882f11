"""The tests of the client."""
