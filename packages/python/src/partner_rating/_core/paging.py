"""Lists with pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Generic, TypeVar, cast

from ..errors import PartnerRatingError

PageT = TypeVar("PageT", bound=Mapping[str, object])
ItemT = TypeVar("ItemT")

_MAX_PAGE_SIZE = 100


class PagedList(Generic[PageT, ItemT]):
    """A list with pages. If you iterate it, you get every item, and each page is fetched when you need its first item.

    Nothing is sent before that. You can iterate it again; its first page is fetched once.
    """

    def __init__(
        self,
        operation: str,
        items: str,
        fetch: Callable[[Mapping[str, object]], Any],
        query: Mapping[str, object],
        max_items: int | None,
    ) -> None:
        if max_items is not None and max_items < 0:
            raise ValueError("max_items must be a whole number.")
        self._operation = operation
        self._items = items
        self._fetch = fetch
        self._max_items = max_items
        limit = cast(int | None, query.get("limit"))
        if max_items is not None:
            limit = min(limit or _MAX_PAGE_SIZE, max(1, max_items))
        self._query = {**query, "limit": limit}
        self._first: PageT | None = None

    def page(self) -> PageT:
        """Returns the first page, with its items and its other fields."""
        if self._first is None:
            self._first = cast(PageT, self._fetch(self._query))
        return self._first

    def pages(self) -> Iterator[PageT]:
        """Yields the pages; `max_items` ends the list after the page that reaches it."""
        left = self._max_items
        if left == 0:
            return
        seen = {self._query.get("cursor")}
        page = self.page()
        while True:
            count = len(self._items_of(page))
            cursor = page.get("nextCursor")
            yield page
            left = None if left is None else left - count
            if not cursor or (left is not None and left <= 0):
                return
            if cursor in seen:
                raise PartnerRatingError(
                    f"{self._operation}: nextCursor leads back to an earlier page."
                )
            seen.add(cursor)
            # The service takes a cursor or an offset, and a cursor continues from the offset.
            page = cast(PageT, self._fetch({**self._query, "cursor": cursor, "offset": None}))

    def __iter__(self) -> Iterator[ItemT]:
        """Yields the items of all pages, up to `max_items`."""
        left = self._max_items
        for page in self.pages():
            items = self._items_of(page)
            yield from items[:left]
            left = None if left is None else left - len(items)

    def to_list(self, limit: int | None = None) -> list[ItemT]:
        """Returns the items as a list: all of them, or the first `limit`."""
        return list(self) if limit is None else list(islice(self, max(limit, 0)))

    def _items_of(self, page: PageT) -> list[ItemT]:
        items = page.get(self._items)
        if isinstance(items, list):
            return cast(list[ItemT], items)
        raise PartnerRatingError(
            f"The response of {self._operation} has no {self._items}. Check base_url."
        )
