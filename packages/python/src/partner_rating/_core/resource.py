"""The base class of the resources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .caller import Caller
from .operation import Operation
from .options import IdempotentOptions, RequestOptions
from .paging import PagedList


class Resource:
    """The operations of one resource."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def _list(
        self,
        operation: Operation,
        options: RequestOptions | IdempotentOptions,
        query: Mapping[str, object],
        max_items: int | None,
    ) -> PagedList[Any, Any]:
        return PagedList(
            operation.id,
            operation.items or "",
            lambda page: self._call(operation, options, query=page),
            query,
            max_items,
        )
