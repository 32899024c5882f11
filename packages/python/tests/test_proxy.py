"""Tests requests through a proxy from the environment."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import tempfile
import threading
import unittest
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from unittest import mock

from partner_rating import HttpTransport, NotSentError, Request

_OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"


def _listen(serve: Callable[[socket.socket], None]) -> int:
    listener = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=[connection], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return int(listener.getsockname()[1])


def _head(connection: socket.socket) -> bytes:
    head = b""
    while b"\r\n\r\n" not in head:
        data = connection.recv(4096)
        if not data:
            break
        head += data
    return head


def _answer(connection: socket.socket) -> None:
    with connection:
        while _head(connection):
            connection.sendall(_OK)


def _pipe(source: socket.socket, target: socket.socket) -> None:
    # Either side may have closed the connection.
    with suppress(OSError):
        while data := source.recv(4096):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


class _Proxy:
    """A proxy that forwards requests, opens tunnels, and records the received heads."""

    def __init__(self) -> None:
        self.heads: list[str] = []
        self.refusal: bytes | None = None
        self.port = _listen(self._serve)

    def _serve(self, connection: socket.socket) -> None:
        head = _head(connection)
        self.heads.append(head.decode())
        method, target, _ = head.split(b" ", 2)
        if self.refusal is not None:
            connection.sendall(self.refusal)
            connection.close()
            return
        if method != b"CONNECT":
            connection.sendall(_OK)
            return
        upstream = socket.create_connection(("127.0.0.1", int(target.rsplit(b":", 1)[1])))
        connection.sendall(b"HTTP/1.1 200 Connection established\r\nvia: 1.1 proxy\r\n\r\n")
        threading.Thread(target=_pipe, args=[upstream, connection], daemon=True).start()
        _pipe(connection, upstream)


class ProxyTest(unittest.TestCase):
    """A transport with a proxy from the environment."""

    def setUp(self) -> None:
        self.proxy = _Proxy()
        others = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
        kept = {name: value for name, value in os.environ.items() if name.lower() not in others}
        self.enterContext(mock.patch.dict(os.environ, kept, clear=True))

    def _get(self, url: str, context: ssl.SSLContext | None = None) -> int:
        transport = HttpTransport(ssl_context=context)
        self.addCleanup(transport.close)
        return transport(Request("usage.get", "GET", url, {"x-a": "1"}, None, 5)).status_code

    def test_http_goes_to_the_proxy_with_the_whole_address_and_the_password(self) -> None:
        os.environ["HTTP_PROXY"] = f"http://club:p%40ss@127.0.0.1:{self.proxy.port}"
        self.assertEqual(self._get("http://ratings.example/api/v1/a?b=1"), 200)
        [head] = self.proxy.heads
        self.assertIn("GET http://ratings.example/api/v1/a?b=1 HTTP/1.1\r\n", head)
        self.assertIn("Host: ratings.example\r\n", head)
        self.assertIn("proxy-authorization: Basic Y2x1YjpwQHNz\r\n", head)

    def test_https_goes_through_a_tunnel_and_the_name_of_the_service_is_checked(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            key, certificate = Path(folder, "key.pem"), Path(folder, "cert.pem")
            options = ["-x509", "-nodes", "-newkey", "rsa:2048", "-days", "2", "-subj", "/CN=localhost"]
            subprocess.run(
                ["openssl", "req", *options, "-addext", "subjectAltName=DNS:localhost"]
                + ["-keyout", str(key), "-out", str(certificate)],
                check=True,
                capture_output=True,
            )
            server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            server.load_cert_chain(certificate, key)
            port = _listen(lambda connection: _answer(server.wrap_socket(connection, server_side=True)))
            os.environ["HTTPS_PROXY"] = f"http://127.0.0.1:{self.proxy.port}"
            context = ssl.create_default_context(cafile=str(certificate))
            self.assertEqual(self._get(f"https://localhost:{port}/a", context), 200)
        [head] = self.proxy.heads
        self.assertTrue(head.startswith(f"CONNECT localhost:{port} HTTP/1.1\r\n"), head)
        self.assertNotIn("x-a", head)

    def test_hosts_in_no_proxy_are_reached_directly(self) -> None:
        os.environ.update(HTTP_PROXY=f"http://127.0.0.1:{self.proxy.port}", NO_PROXY="127.0.0.1")
        self.assertEqual(self._get(f"http://127.0.0.1:{_listen(_answer)}/a"), 200)
        self.assertEqual(self.proxy.heads, [])

    def test_the_error_of_a_proxy_names_it(self) -> None:
        address = f"127.0.0.1:{self.proxy.port}"
        self.proxy.refusal = b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"
        for variable, message in (
            (f"http://{address}", f"the proxy {address} refused a tunnel: HTTP/1.1 407"),
            (f"socks5://{address}", f"the proxy {address} has the scheme socks5"),
            ("http://127.0.0.1:1", "the proxy 127.0.0.1:1: "),
        ):
            os.environ["HTTPS_PROXY"] = variable
            with self.assertRaises(NotSentError) as raised:
                self._get("https://ratings.example/a")
            self.assertIn(message, str(raised.exception))
