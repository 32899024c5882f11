"""Tests the transport over real connections."""

from __future__ import annotations

import os
import resource
import socket
import ssl
import subprocess
import sys
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from partner_rating import HttpTransport, NotSentError, Request
from partner_rating._core import http_transport

# Two calls in a Python with only select, like Python on Windows.
_WITHOUT_POLL = """
import select, sys
for name in ("poll", "epoll", "kqueue", "devpoll"):
    if hasattr(select, name):
        delattr(select, name)
from partner_rating import HttpTransport, Request
transport = HttpTransport()
for _ in range(2):
    transport(Request("usage.get", "GET", f"http://127.0.0.1:{sys.argv[1]}/", {}, None, 60))
transport.close()
"""

_OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"


def _request(port: int, timeout: float = 60, body: bytes | None = None) -> Request:
    method = "GET" if body is None else "POST"
    return Request("usage.get", method, f"http://127.0.0.1:{port}/api/v1/a?b=%2B", {"x-a": "1"}, body, timeout)


class _Server:
    """A server that handles connections as a test says, and counts them."""

    def __init__(self, handle: Callable[[socket.socket], None]) -> None:
        self._handle = handle
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.connections = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._treat, args=(connection,), daemon=True).start()

    def _treat(self, connection: socket.socket) -> None:
        with connection:
            try:
                self._handle(connection)
            except OSError:
                pass

    def close(self) -> None:
        self._listener.close()


class _Network:
    """Sockets that connect late or never, with a clock that moves only during waits."""

    def __init__(self, *seconds_to_connect: float, seconds_to_resolve: float = 0) -> None:
        self.now = 0.0
        self.timeouts: list[float] = []
        self.handshake_timeouts: list[float] = []
        self._seconds_to_connect = list(seconds_to_connect)
        self._seconds_to_resolve = seconds_to_resolve
        self.sockets: list[mock.Mock] = []

    def getaddrinfo(self, _: str, port: int, *__: object, **___: object) -> list[Any]:
        self.now += self._seconds_to_resolve
        addresses = [f"192.0.2.{index}" for index, _ in enumerate(self._seconds_to_connect)]
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (address, port)) for address in addresses]

    def socket(self, *_: object) -> mock.Mock:
        made = mock.Mock()

        def connect(_: object) -> None:
            self._wait(self.timeout_of(made))

        made.connect.side_effect = connect
        self.sockets.append(made)
        return made

    def wrap_socket(self, wrapped: mock.Mock, **_: object) -> mock.Mock:
        self.handshake_timeouts.append(self.timeout_of(wrapped))
        raise ssl.SSLError("handshake failure")

    def _wait(self, timeout: float) -> None:
        self.timeouts.append(timeout)
        seconds = self._seconds_to_connect.pop(0)
        self.now += min(seconds, timeout)
        if seconds > timeout:
            raise TimeoutError("timed out")

    @staticmethod
    def timeout_of(made: mock.Mock) -> float:
        return made.settimeout.call_args.args[0]

    def fails(self, url: str, timeout: float) -> None:
        """Tries to send a request, which fails before it is sent."""
        context = mock.Mock(spec=ssl.SSLContext, verify_mode=ssl.CERT_REQUIRED, check_hostname=True)
        context.wrap_socket.side_effect = self.wrap_socket
        with (
            mock.patch.object(socket, "getaddrinfo", self.getaddrinfo),
            mock.patch.object(socket, "socket", self.socket),
            mock.patch.object(http_transport, "time", SimpleNamespace(monotonic=lambda: self.now)),
            unittest.TestCase().assertRaises(NotSentError),
        ):
            HttpTransport(ssl_context=context)(Request("usage.get", "GET", url, {}, None, timeout))


def _read_request(connection: socket.socket) -> bytes:
    received = b""
    while b"\r\n\r\n" not in received:
        part = connection.recv(65536)
        if not part:
            return received
        received += part
    return received


def _answer_all(connection: socket.socket) -> None:
    while _read_request(connection):
        connection.sendall(_OK)


def _answering(answer: bytes) -> Callable[[socket.socket], None]:
    def handle(connection: socket.socket) -> None:
        _read_request(connection)
        connection.sendall(answer)

    return handle


class HttpTransportTest(unittest.TestCase):
    """The transport of the standard library."""

    def serve(self, handle: Callable[[socket.socket], None]) -> _Server:
        server = _Server(handle)
        self.addCleanup(server.close)
        return server

    def transport(self) -> HttpTransport:
        transport = HttpTransport()
        self.addCleanup(transport.close)
        return transport

    def occupy_small_file_descriptors(self) -> None:
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(limits[0], 2048), limits[1]))
        for _ in range(1024):
            self.addCleanup(os.close, os.open(os.devnull, os.O_RDONLY))

    def test_a_connection_is_used_again(self) -> None:
        server = self.serve(_answer_all)
        transport = self.transport()
        for _ in range(3):
            self.assertEqual(transport(_request(server.port)).body, b"{}")
        self.assertEqual(server.connections, 1)

    def test_a_connection_is_used_again_without_poll_as_on_windows(self) -> None:
        server = self.serve(_answer_all)
        ran = subprocess.run(
            [sys.executable, "-c", _WITHOUT_POLL, str(server.port)],
            cwd=Path(__file__).parents[1],
            capture_output=True,
            text=True,
            timeout=240,
        )
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertEqual(server.connections, 1)

    def test_a_connection_is_used_again_with_a_large_file_descriptor(self) -> None:
        server = self.serve(_answer_all)
        self.occupy_small_file_descriptors()
        transport = self.transport()
        for _ in range(2):
            self.assertEqual(transport(_request(server.port)).status_code, 200)
        self.assertEqual(server.connections, 1)

    def test_a_connection_that_the_server_closed_is_replaced(self) -> None:
        closed = threading.Event()

        def handle(connection: socket.socket) -> None:
            _read_request(connection)
            connection.sendall(_OK)
            connection.close()
            closed.set()

        server = self.serve(handle)
        transport = self.transport()
        for _ in range(2):
            self.assertEqual(transport(_request(server.port)).status_code, 200)
            self.assertTrue(closed.wait(60))
            closed.clear()
        self.assertEqual(server.connections, 2)

    def test_the_request_arrives_unchanged(self) -> None:
        received: list[bytes] = []

        def handle(connection: socket.socket) -> None:
            received.append(_read_request(connection))
            connection.sendall(_OK)

        self.transport()(_request(self.serve(handle).port, body=b'{"a":1}'))
        head = received[0].split(b"\r\n\r\n")[0].lower()
        self.assertTrue(head.startswith(b"post /api/v1/a?b=%2b http/1.1"))
        self.assertIn(b"x-a: 1", head)
        self.assertIn(b"content-length: 7", head)

    def test_a_response_before_the_end_of_the_body_can_be_read(self) -> None:
        server = self.serve(_answering(b"HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\n{}"))
        transport = self.transport()
        for _ in range(2):
            answer = transport(_request(server.port, body=bytes(30_000_000)))
            self.assertEqual((answer.status_code, answer.body), (413, b"{}"))
        self.assertEqual(server.connections, 2)

    def test_a_slow_response_ends_at_the_timeout(self) -> None:
        def handle(connection: socket.socket) -> None:
            _read_request(connection)
            connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
            while True:
                connection.sendall(b" ")
                time.sleep(0.05)

        server = self.serve(handle)
        start = time.monotonic()
        with self.assertRaises(TimeoutError):
            self.transport()(_request(server.port, timeout=0.4))
        # The whole response would take 50 seconds.
        self.assertLess(time.monotonic() - start, 50)

    def test_a_silent_server_ends_at_the_timeout(self) -> None:
        release = threading.Event()
        self.addCleanup(release.set)
        server = self.serve(lambda _: [release.wait(30)].clear())
        with self.assertRaises(TimeoutError):
            self.transport()(_request(server.port, timeout=0.2))

    def test_a_closed_port_is_a_not_sent_error(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port: int = listener.getsockname()[1]
        with self.assertRaises(NotSentError):
            self.transport()(_request(port))

    def test_every_address_and_the_handshake_share_the_timeout(self) -> None:
        network = _Network(60, 1)
        network.fails("https://ratings.example/", timeout=6)
        self.assertEqual(network.timeouts, [3, 3])
        self.assertEqual(network.handshake_timeouts, [2])
        network.sockets[0].close.assert_called_once()

    def test_addresses_that_hang_end_at_the_timeout(self) -> None:
        network = _Network(60, 60, 60)
        network.fails("http://ratings.example/", timeout=6)
        self.assertEqual(network.timeouts, [2, 2, 2])
        self.assertEqual(network.now, 6)

    def test_no_address_is_tried_after_the_timeout(self) -> None:
        network = _Network(1, seconds_to_resolve=7)
        network.fails("http://ratings.example/", timeout=6)
        self.assertEqual(network.timeouts, [])

    def test_an_incomplete_response_is_a_connection_failure(self) -> None:
        server = self.serve(_answering(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"))
        with self.assertRaises(ConnectionError):
            self.transport()(_request(server.port))

    def test_a_response_that_is_not_http_is_a_connection_failure(self) -> None:
        server = self.serve(_answering(b"SSH-2.0-OpenSSH_9.2\r\n"))
        with self.assertRaises(ConnectionError):
            self.transport()(_request(server.port))

    def test_a_redirect_is_returned_and_not_followed(self) -> None:
        server = self.serve(_answering(b"HTTP/1.1 302 Found\r\nLocation: /b\r\ncontent-length: 0\r\n\r\n"))
        response = self.transport()(_request(server.port))
        self.assertEqual(response.status_code, 302)
        self.assertEqual(response.headers["location"], "/b")

    def test_a_repeated_header_field_is_joined(self) -> None:
        challenges = b"www-authenticate: Bearer\r\nWWW-Authenticate: ApiKey\r\n"
        answer = b"HTTP/1.1 401 Unauthorized\r\n" + challenges + b"content-length: 0\r\n\r\n"
        response = self.transport()(_request(self.serve(_answering(answer)).port))
        self.assertEqual(response.headers["www-authenticate"], "Bearer, ApiKey")

    def test_a_body_in_chunks_is_joined(self) -> None:
        def handle(connection: socket.socket) -> None:
            _read_request(connection)
            connection.sendall(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n")
            _read_request(connection)

        self.assertEqual(self.transport()(_request(self.serve(handle).port)).json(), {})

    @unittest.skipUnless(hasattr(os, "fork"), "Windows has no fork")
    def test_a_forked_process_does_not_use_the_connections_of_its_parent(self) -> None:
        server = self.serve(_answer_all)
        transport = self.transport()
        transport(_request(server.port))
        child = os.fork()
        if child == 0:
            os._exit(0 if transport(_request(server.port)).body == b"{}" else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual(server.connections, 2)
        transport(_request(server.port))
        self.assertEqual(server.connections, 2)

    def test_threads_can_share_a_transport(self) -> None:
        server = self.serve(_answer_all)
        transport = self.transport()
        statuses: list[int] = []

        def call() -> None:
            for _ in range(5):
                statuses.append(transport(_request(server.port)).status_code)

        threads = [threading.Thread(target=call) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(statuses, [200] * 20)
        self.assertLessEqual(server.connections, 4)
