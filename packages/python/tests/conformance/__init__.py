"""The cases that every client passes, whatever its language; spec/conformance/README.md describes them."""
