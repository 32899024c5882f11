"""The resources that have methods of their own beside those of the document."""
