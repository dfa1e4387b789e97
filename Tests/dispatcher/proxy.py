#!/usr/bin/env python3
"""A bad network between a client and a dispatcher: a proxy over TCP that loses, delays, repeats and breaks off.

    Tests/dispatcher/proxy.py --listen 9001 --to 127.0.0.1:8080 --seed 7 --drop 0.1 --lose 0.1 --reset 0.1 \\
        --duplicate 0.1 --delay 0.3 --delay-s 0.5
    Tests/dispatcher/proxy.py --listen 9443 --to 127.0.0.1:8443 --opaque --drop 0.01 --reset 0.01 --delay 0.1

Rates are parts of the requests, each drawn on its own. A request is dropped before the server sees it; or it is lost:
the server works it off, and its answer does not come back; or the answer is broken off by a reset in its middle. A
duplicate goes to the server a second time, right after the first, and the client gets the second answer.

With --opaque bytes are handed on as they are, such as TLS. Then rates are parts of the pieces of up to 64 kB, and
there is no --lose and no --duplicate; a dropped piece ends the connection, half of them after silence of --silence-s.

It prints where it listens, and when it is ended how often it did what, as JSON. The same seed draws the same for the
same order of requests.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import contextlib
import json
import random
import signal
import socket
import struct

PIECE = 1 << 16
HEAD = 1 << 16


class Broken(Exception):
    """A peer ended the connection, or spoke no HTTP that can be followed."""


def reset(writer: asyncio.StreamWriter) -> None:
    """Ends a connection by RST, as a middlebox does."""
    taken = writer.get_extra_info("socket")
    with contextlib.suppress(OSError):
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def head_of(reader: asyncio.StreamReader) -> tuple[bytes, dict[str, str]]:
    """The first line, and the fields by their names in lower case."""
    try:
        text = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise Broken from error
    first, *lines = text[:-4].split(b"\r\n")
    return first, {
        name.strip().lower(): value.strip()
        for name, _, value in (line.decode("latin-1").partition(":") for line in lines)
    }


async def body_of(reader: asyncio.StreamReader, fields: dict[str, str]) -> bytes:
    try:
        if "chunked" not in fields.get("transfer-encoding", "").lower():
            return await reader.readexactly(int(fields.get("content-length", 0)))
        body = b""
        while True:
            size = int((await reader.readline()).split(b";")[0], 16)
            body += await reader.readexactly(size)
            end = await reader.readline()
            if not size:
                while end not in (b"\r\n", b""):  # trailers
                    end = await reader.readline()
                return body
    except (asyncio.IncompleteReadError, ValueError) as error:
        raise Broken from error


class Proxy:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.chance = random.Random(options.seed)
        self.counts: collections.Counter[str] = collections.Counter()

    def draws(self, name: str) -> bool:
        """Draws in any case, so that a rate of 0 leaves the other draws as they are."""
        drawn = self.chance.random() < getattr(self.options, name)
        self.counts[name] += drawn
        return drawn

    async def delay(self) -> None:
        seconds = self.chance.random() * self.options.delay_s
        if self.draws("delay"):
            await asyncio.sleep(seconds)

    async def server(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(*self.options.to, limit=HEAD)

    async def exchange(self, request: bytes) -> bytes:
        reader, writer = await self.server()
        try:
            writer.write(request)
            await writer.drain()
            return await reader.read(-1)
        finally:
            writer.close()

    async def request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        """One request of a client as it goes to the server: whole, and with an end of the connection after it."""
        first, fields = await head_of(reader)
        if fields.pop("expect", "").lower() == "100-continue":
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await body_of(reader, fields)
        for name in ("connection", "keep-alive", "transfer-encoding", "content-length"):
            fields.pop(name, None)
        fields["connection"] = "close"
        if body or not first.startswith((b"GET ", b"HEAD ")):
            fields["content-length"] = str(len(body))
        lines = [first, *(f"{name}: {value}".encode("latin-1") for name, value in fields.items())]
        return b"\r\n".join(lines) + b"\r\n\r\n" + body

    async def http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request, since each answer ends its connection."""
        request = await self.request(reader, writer)
        self.counts["requests"] += 1
        await self.delay()
        drop, lose, duplicate, broken = (self.draws(name) for name in ("drop", "lose", "duplicate", "reset"))
        if drop:
            return
        answer = await self.exchange(request)
        if duplicate:
            answer = await self.exchange(request)
        if lose:
            return
        if broken:
            writer.write(answer[: len(answer) // 2])
            await writer.drain()
            reset(writer)
            return
        writer.write(answer)
        await writer.drain()

    async def opaque(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.counts["requests"] += 1
        far_reader, far_writer = await self.server()

        async def hand_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            while piece := await source.read(PIECE):
                await self.delay()
                drop, broken = self.draws("drop"), self.draws("reset")
                if drop:
                    await asyncio.sleep(self.options.silence_s if self.chance.random() < 0.5 else 0)
                    return
                if broken:
                    reset(writer)
                    return
                target.write(piece)
                await target.drain()

        ways = [asyncio.ensure_future(hand_on(reader, far_writer)), asyncio.ensure_future(hand_on(far_reader, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            far_writer.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await (self.opaque if self.options.opaque else self.http)(reader, writer)
        except (Broken, OSError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def run(self) -> None:
        server = await asyncio.start_server(self.serve, "127.0.0.1", self.options.listen, limit=HEAD)
        print(f"Proxy: 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
        ended = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, ended.set)
        await ended.wait()
        server.close()
        print(json.dumps(dict(sorted(self.counts.items()))), flush=True)


def address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    return host or "127.0.0.1", int(port)


def main(given: list[str] | None = None) -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--listen", type=int, default=0, metavar="PORT")
    arguments.add_argument("--to", type=address, required=True, metavar="HOST:PORT")
    arguments.add_argument("--opaque", action="store_true")
    arguments.add_argument("--seed", type=int, default=1)
    for name in ("drop", "lose", "duplicate", "reset", "delay"):
        arguments.add_argument(f"--{name}", type=float, default=0, metavar="RATE")
    arguments.add_argument("--delay-s", type=float, default=1, metavar="SECONDS", help="the longest delay")
    arguments.add_argument("--silence-s", type=float, default=5, metavar="SECONDS")
    options = arguments.parse_args(given)
    if options.opaque and (options.lose or options.duplicate):
        arguments.error("--opaque sees no requests, so it has no --lose and no --duplicate")
    asyncio.run(Proxy(options).run())


if __name__ == "__main__":
    main()
