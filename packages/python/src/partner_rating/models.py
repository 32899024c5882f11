"""The types of requests and responses, with the names of the document."""

from ._generated.models import *  # noqa: F403
