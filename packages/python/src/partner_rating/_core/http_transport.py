"""HTTP/1.1 with the standard library. Connections stay open between calls."""

from __future__ import annotations

import base64
import http.client
import io
import os
import re
import selectors
import socket
import ssl
import threading
import time
from contextlib import suppress
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from .exchange import NotSentError, Request, Response

# The largest response of the service, 10,000 players with all splits, has a third of this size.
_MAX_BODY_BYTES = 67_108_864

# The response of a proxy to CONNECT has only a few header fields.
_MAX_HEAD_BYTES = 16_384

# Servers close a connection after five idle seconds, and a request at that moment is lost.
_MAX_IDLE_SECONDS = 4.0

# Windows has no poll. On other systems, select accepts no file descriptor above 1,023.
_Selector: type[selectors.BaseSelector] = getattr(selectors, "PollSelector", selectors.SelectSelector)


class HttpTransport:
    """Sends requests, each within its timeout, even if the response is slow. Safe for threads, and after a fork.

    It uses the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name, or that of the system. For other TLS settings
    pass an `ssl_context`.
    """

    def __init__(self, *, ssl_context: ssl.SSLContext | None = None) -> None:
        self._ssl_context = ssl_context
        self._start()

    def _start(self) -> None:
        """Begins without connections. A forked process must not use those of its parent, whose responses it would read."""
        self._process = os.getpid()
        self._mutex = threading.Lock()
        self._idle: dict[str, list[_Connection]] = {}

    def __call__(self, request: Request, /) -> Response:
        """Sends one request."""
        if self._process != os.getpid():
            self._start()
        address = urlsplit(request.url)
        origin = f"{address.scheme}://{address.netloc}"
        deadline = time.monotonic() + request.timeout
        connection = self._take(origin) or self._connect(origin, deadline)
        try:
            connection.deadline = deadline
            target = address.path + (f"?{address.query}" if address.query else "")
            if connection.proxy_headers is not None:
                # A proxy needs the whole address (RFC 9112 section 3.2.2).
                target = origin + target
            headers = {**request.headers, **(connection.proxy_headers or {})}
            is_sent_whole = False
            # A server may answer and close before it has read the whole body. The response can still be read.
            with suppress(BrokenPipeError, ConnectionResetError):
                connection.http.request(request.method, target, body=request.body, headers=headers)
                is_sent_whole = True
            answer = connection.http.getresponse()
            length = answer.length
            body = answer.read(_MAX_BODY_BYTES + 1)
            if length is not None and len(body) < min(length, _MAX_BODY_BYTES):
                raise http.client.IncompleteRead(body, length - len(body))
            if len(body) > _MAX_BODY_BYTES:
                # The service never sends this. An empty body is not JSON, so the call fails.
                connection.close()
                body = b""
            headers = _joined(answer.getheaders())
            response = Response(answer.status, headers, body)
        except http.client.HTTPException as error:
            connection.close()
            raise ConnectionError(type(error).__name__) from error
        except BaseException:
            connection.close()
            raise
        if is_sent_whole and answer.isclosed() and not answer.will_close:
            self._put_back(origin, connection)
        else:
            connection.close()
        return response

    def close(self) -> None:
        """Closes the idle connections."""
        if self._process != os.getpid():
            self._start()
        with self._mutex:
            idle = [connection for each in self._idle.values() for connection in each]
            self._idle.clear()
        for connection in idle:
            connection.close()

    def _take(self, origin: str) -> _Connection | None:
        while True:
            with self._mutex:
                idle = self._idle.get(origin)
                if not idle:
                    return None
                connection = idle.pop()
            if connection.is_usable():
                return connection
            connection.close()

    def _put_back(self, origin: str, connection: _Connection) -> None:
        connection.idle_since = time.monotonic()
        with self._mutex:
            self._idle.setdefault(origin, []).append(connection)

    def _connect(self, origin: str, deadline: float) -> _Connection:
        address = urlsplit(origin)
        host = address.hostname or ""
        http_connection = (
            http.client.HTTPSConnection(host, address.port, context=self._tls())
            if address.scheme == "https"
            else http.client.HTTPConnection(host, address.port)
        )
        proxy = _proxy_of(address)
        try:
            http_connection.sock = (
                _connected(host, http_connection.port, deadline)
                if proxy is None
                else _connected_by(proxy, http_connection, address.scheme, deadline)
            )
            if address.scheme == "https":
                http_connection.sock.settimeout(_left(deadline))
                http_connection.sock = self._tls().wrap_socket(
                    http_connection.sock, server_hostname=http_connection.host
                )
        except OSError as error:
            http_connection.close()
            raise NotSentError(str(error) or type(error).__name__) from error
        is_forwarded = proxy is not None and address.scheme == "http"
        return _Connection(http_connection, _proxy_headers(proxy) if proxy and is_forwarded else None)

    def _tls(self) -> ssl.SSLContext:
        if self._ssl_context is None:
            self._ssl_context = ssl.create_default_context()
        return self._ssl_context


def _proxy_of(address: SplitResult) -> SplitResult | None:
    """Returns the proxy for an address, from the environment or the system; None if none is needed."""
    proxy = getproxies().get(address.scheme)
    if not proxy or proxy_bypass(address.netloc):
        return None
    return urlsplit(proxy if "://" in proxy else f"http://{proxy}")


def _proxy_headers(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    user = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"proxy-authorization": f"Basic {base64.b64encode(user.encode()).decode()}"}


def _connected_by(
    proxy: SplitResult, target: http.client.HTTPConnection, scheme: str, deadline: float
) -> socket.socket:
    """Returns a socket to a proxy; for HTTPS, with a tunnel to the target (RFC 9110 section 9.3.6)."""
    name = f"{proxy.hostname}:{proxy.port or 80}"
    if proxy.scheme != "http":
        raise OSError(f"the proxy {name} has the scheme {proxy.scheme}; only http:// is supported")
    try:
        connection = _connected(proxy.hostname or "", proxy.port or 80, deadline)
    except OSError as error:
        raise OSError(f"the proxy {name}: {error}") from error
    if scheme == "http":
        return connection
    try:
        host = f"[{target.host}]" if ":" in target.host else target.host
        lines = [f"CONNECT {host}:{target.port} HTTP/1.1", f"Host: {host}:{target.port}"]
        lines += [f"{field}: {value}" for field, value in _proxy_headers(proxy).items()]
        connection.sendall("\r\n".join([*lines, "", ""]).encode("ascii"))
        head = _head(connection, deadline)
        if re.match(rb"HTTP/1\.[01] 2\d\d[ \r]", head) is None:
            status = head.split(b"\r\n", 1)[0][:100].decode("ascii", "replace")
            raise OSError(f"the proxy {name} refused a tunnel: {status}")
    except BaseException:
        connection.close()
        raise
    return connection


def _head(connection: socket.socket, deadline: float) -> bytes:
    """Reads the head of a response byte by byte, because the following bytes belong to the tunnel."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        connection.settimeout(_left(deadline))
        byte = connection.recv(1)
        if not byte or len(head) >= _MAX_HEAD_BYTES:
            return head
        head += byte
    return head


def _connected(host: str, port: int, deadline: float) -> socket.socket:
    """Returns a socket to the first address of the host that answers.

    `connect` of `http.client` gives each address the whole timeout, and the TLS handshake again.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    failure = OSError(f"no address of {host}")
    for index, (family, kind, protocol, _, address) in enumerate(found):
        # An address that hangs leaves time for the others.
        share = _left(deadline) / (len(found) - index)
        try:
            return _opened(socket.socket(family, kind, protocol), address, share)
        except OSError as error:
            failure = error
    raise failure


def _opened(
    connection: socket.socket, address: tuple[str | int | bytes, ...], timeout: float
) -> socket.socket:
    """Connects the socket to the address; closes it on failure."""
    try:
        connection.settimeout(timeout)
        connection.connect(address)
    except BaseException:
        connection.close()
        raise
    # Without this option, small writes may be delayed.
    with suppress(OSError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left


def _joined(fields: list[tuple[str, str]]) -> dict[str, str]:
    """Returns the header fields with lower-case names; repeated fields are joined (RFC 9110 section 5.3)."""
    joined: dict[str, str] = {}
    for name, value in fields:
        key = name.lower()
        joined[key] = f"{joined[key]}, {value}" if key in joined else value
    return joined


class _Connection:
    """A connection on which all waits share one deadline."""

    def __init__(
        self,
        http_connection: http.client.HTTPConnection,
        proxy_headers: dict[str, str] | None = None,
    ) -> None:
        self.http = http_connection
        self.proxy_headers = proxy_headers
        self.deadline = 0.0
        self.idle_since = 0.0
        self._socket: socket.socket = http_connection.sock
        http_connection.sock = _DeadlineSocket(self, self._socket)

    def set_remaining_timeout(self) -> None:
        """Sets the timeout of the next operation to the remaining time."""
        self._socket.settimeout(_left(self.deadline))

    def is_usable(self) -> bool:
        """Returns whether the server has neither closed the connection nor sent unexpected bytes."""
        if time.monotonic() - self.idle_since > _MAX_IDLE_SECONDS:
            return False
        with _Selector() as selector:
            selector.register(self._socket, selectors.EVENT_READ)
            return not selector.select(0)

    def close(self) -> None:
        """Closes the connection."""
        self.http.close()


class _DeadlineSocket:
    """The part of a socket that `http.client` uses."""

    def __init__(self, connection: _Connection, inner: socket.socket) -> None:
        self._connection = connection
        self._inner = inner

    def sendall(self, data: bytes) -> None:
        self._connection.set_remaining_timeout()
        self._inner.sendall(data)

    def makefile(self, mode: str, *_: Any) -> io.BufferedReader:
        return io.BufferedReader(_DeadlineReader(self._connection, self._inner))

    def close(self) -> None:
        self._inner.close()


class _DeadlineReader(io.RawIOBase):
    def __init__(self, connection: _Connection, inner: socket.socket) -> None:
        self._connection = connection
        self._raw = inner.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        self._connection.set_remaining_timeout()
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()
