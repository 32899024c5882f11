"""The resource `members`."""

from __future__ import annotations

from builtins import list as List
from collections.abc import Sequence
from typing import Unpack

from .._core.options import RequestOptions
from .._generated import models
from .._generated.members import MembersOperations
from ..errors import ValidationError

# The limit of the service for one call.
_MAX_BULK_IDS = 100


class Members(MembersOperations):
    """The operations `members.*`: look up members, their ratings, and changes of their ratings."""

    def get_bulk(
        self,
        *,
        ids: Sequence[models.MemberReference] | models.MemberReference,
        sport: Sequence[models.SportCode] | models.SportCode | None = None,
        **options: Unpack[RequestOptions],
    ) -> List[models.Member]:
        """Returns up to 100 members by their identifiers, if your application may see them.

        Checks the number of ids before it sends anything. An empty list is valid, and needs no call.
        """
        count = 1 if isinstance(ids, str) else len(ids)
        if count > _MAX_BULK_IDS:
            raise ValidationError(
                f"ids names {count} members; the limit is {_MAX_BULK_IDS}.", code="validation_failed"
            )
        return super().get_bulk(ids=ids, sport=sport, **options) if count else []

    def find(
        self,
        name: str,
        *,
        city: str | None = None,
        state: str | None = None,
        country: str | None = None,
        sport: Sequence[models.SportCode] | models.SportCode | None = None,
        **options: Unpack[RequestOptions],
    ) -> models.Member | None:
        """Returns the first result of a search by name, or None."""
        found = self.search(
            name=name, city=city, state=state, country=country, sport=sport, max_items=1, **options
        )
        return next(iter(found), None)
