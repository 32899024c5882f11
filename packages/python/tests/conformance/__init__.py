"""The cases that clients in every language must pass; see spec/conformance/README.md."""
