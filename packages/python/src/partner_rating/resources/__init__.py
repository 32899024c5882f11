"""The resources with hand-written methods, besides the methods of the document."""
