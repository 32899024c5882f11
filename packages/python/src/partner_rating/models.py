"""The types of what is sent and answered, as the document names them."""

from ._generated.models import *  # noqa: F403
