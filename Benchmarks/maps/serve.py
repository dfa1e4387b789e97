"""A web server for a folder that misbehaves as real ones do, at random or by script. Only Python's standard library.

    serve.py DIR [--port N] [--chaos drop,lie,500,slow] [--share 0.5] [--seed S] [--tls CERT KEY]

prints its address and serves until standard input ends (or for ever, with --forever). `--chaos` names what befalls a
share of all requests. A request can also say what befalls it, and the next ones with the same address:

    /x.bin?script=drop:1000,503,ok

drops the connection after 1000 bytes, then answers 503, then behaves. The last step repeats. A step is one behaviour or
several joined by `+`:

    ok             behaves
    drop:N         sends N bytes of the body and closes the connection
    reset:N        sends N bytes and resets the connection, so that some of them may be lost
    stall:N:S      sends N bytes, then nothing for S seconds, then closes
    slow:N         sends N bytes a second
    STATUS[:S]     answers with a status, and the header Retry-After: S
    long:N         tells N bytes more than it sends
    short:N        tells N bytes fewer than it sends
    whole          ignores Range
    shift:N        answers a Range with a part that begins N bytes later
    multipart      answers a Range without saying which part it is
    version:V      serves FILE.V, with a tag of its own
    untagged       sends neither ETag nor Last-Modified
    undated        sends no ETag
    weak           sends a weak ETag
    unconditional  ignores If-Range
    damage         one byte of the body is wrong
    to:ADDRESS     redirects; the address is escaped twice
    loop           redirects to the same address
    nohead         answers HEAD with 405
    chunked        sends chunks instead of a length
    unsized        sends neither, and closes the connection at the end
    open:S         keeps the connection open for S seconds after the body
    auth:USER:KEY  wants a name and a password
    busy           answers nothing at all
    garbage        answers with what is not HTTP

`/~log` gives all requests so far as JSON, with the bytes sent of each body. Requests for other hosts, as a proxy gets them, are answered from the same
folder; CONNECT is answered with 403.
"""

import argparse
import base64
import email.utils
import http.server
import json
import os
import random
import re
import socket
import struct
import sys
import threading
import time
import urllib.parse

CHUNK = 65536


class Chaos:
    """Chooses at random what befalls a request."""

    def __init__(self, kinds, share, seed):
        self.kinds, self.share, self.random, self.lock = kinds, share, random.Random(seed), threading.Lock()

    def step(self, size):
        with self.lock:
            if not self.kinds or self.random.random() >= self.share:
                return "ok"
            kind, at = self.random.choice(self.kinds), self.random.randrange(max(size, 1))
            return {
                "drop": self.random.choice([f"drop:{at}", f"reset:{at}"]),
                "lie": self.random.choice([f"long:{at + 1}", f"short:{min(at + 1, size)}"]),
                "500": "500",
                "503": "503",
                "429": "429:0",
                "slow": f"slow:{max(size, 1000)}",
                "stall": f"stall:{at}:60",
                "whole": f"whole+drop:{at}",
                "shift": "shift:7",
                "damage": "damage",
                "chunked": self.random.choice(["chunked", f"chunked+drop:{at}"]),
                "busy": "busy",
            }[kind]


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder, port, chaos):
        super().__init__(("127.0.0.1", port), Handler)
        self.folder, self.chaos = os.path.abspath(folder), chaos
        self.requests, self.counts, self.lock = [], {}, threading.Lock()

    def handle_error(self, request, client_address):
        pass  # clients that go away are what this server is for

    def number(self, address):
        with self.lock:
            self.counts[address] = self.counts.get(address, 0) + 1
            return self.counts[address] - 1


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "serve"

    entry = {}

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.answer()

    def do_GET(self):
        self.answer()

    def do_CONNECT(self):
        self.note()
        self.refuse(403)

    def note(self):
        kept = {name.lower(): value for name, value in self.headers.items()}
        self.entry = {"method": self.command, "path": self.path, "headers": kept, "sent": 0}
        with self.server.lock:
            self.server.requests.append(self.entry)

    def answer(self):
        address = urllib.parse.urlsplit(self.path)
        if address.path == "/~log":
            with self.server.lock:
                body = json.dumps(self.server.requests).encode()
            return self.send(200, {"Content-Length": len(body)}, body)
        self.note()
        path = self.file(address.path)
        script = urllib.parse.parse_qs(address.query, keep_blank_values=True).get("script")
        if script:
            steps = script[0].split(",")
            step = steps[min(self.server.number(self.command + self.path), len(steps) - 1)]
        else:
            step = self.server.chaos.step(os.path.getsize(path) if path and os.path.isfile(path) else 0)
        does = {}
        for behaviour in re.split("[+ ]", step):
            name, _, value = behaviour.partition(":")
            does[name] = urllib.parse.unquote(value)
        self.behave(path, does)

    def file(self, path):
        path = os.path.normpath(os.path.join(self.server.folder, urllib.parse.unquote(path).lstrip("/")))
        return path if path.startswith(self.server.folder) else None

    def behave(self, path, does):
        if "busy" in does:
            return self.reset()
        if "garbage" in does:
            self.close_connection = True
            return self.wfile.write(b"I am a teapot.\r\n\r\n")
        for status in does:
            if status.isdigit():
                return self.refuse(int(status), does[status])
        if "auth" in does:
            wanted = "Basic " + base64.b64encode(does["auth"].encode()).decode()
            if self.headers.get("Authorization") != wanted:
                return self.refuse(401)
        if "loop" in does:
            does["to"] = self.path
        if "to" in does:
            return self.send(302, {"Location": does["to"], "Content-Length": 6}, b"moved\n")
        if self.command == "HEAD" and "nohead" in does:
            return self.refuse(405)
        if "version" in does and path:
            path += "." + does["version"]
        if path is None or not os.path.isfile(path):
            return self.refuse(404)
        with open(path, "rb") as file:
            self.serve(file, does)

    def serve(self, file, does):
        stat, headers, status = os.fstat(file.fileno()), {}, 200
        size, tag = stat.st_size, f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
        dated = email.utils.formatdate(stat.st_mtime, usegmt=True)
        if "untagged" not in does:
            headers["Last-Modified"] = dated
            if "undated" not in does:
                headers["ETag"] = tag = ("W/" if "weak" in does else "") + tag
        begin = self.begin(tag, dated, does)
        if begin is not None and begin >= size:
            headers |= {"Content-Range": f"bytes */{size}", "Content-Length": 0}
            return self.send(416, headers, b"")
        if begin is not None:
            status, begin = 206, min(begin + int(does.get("shift", 0)), size - 1)
            if "multipart" not in does:
                headers["Content-Range"] = f"bytes {begin}-{size - 1}/{size}"
        count = size - (begin or 0)
        if "chunked" in does:
            headers["Transfer-Encoding"] = "chunked"
        elif "unsized" not in does:
            headers["Content-Length"] = max(count + int(does.get("long", 0)) - int(does.get("short", 0)), 0)
        self.send_head(status, headers, does)
        if self.command != "HEAD":
            file.seek(begin or 0)
            self.send_body(file, count, does)

    def begin(self, tag, dated, does):
        """Where the wanted part begins; None if the whole is to be sent."""
        wanted = self.headers.get("Range", "")
        condition = self.headers.get("If-Range")
        if "whole" in does or not wanted.startswith("bytes=") or not wanted.endswith("-"):
            return None
        strong = dated if tag.startswith("W/") else tag
        if condition is not None and condition not in (strong, dated) and "unconditional" not in does:
            return None
        return int(wanted[6:-1])

    def refuse(self, status, retry_after=""):
        headers = {"Content-Length": 8}
        if retry_after:
            headers["Retry-After"] = retry_after
        if status == 401:
            headers["WWW-Authenticate"] = 'Basic realm="maps"'
        self.send(status, headers, b"" if self.command == "HEAD" else b"refused\n")

    def send(self, status, headers, body):
        self.send_head(status, headers, {})
        self.wfile.write(body)

    def send_head(self, status, headers, does):
        self.close_connection = True
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, str(value))
        if "open" not in does:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.flush()

    def send_body(self, file, count, does):
        end, then = count, None
        if "drop" in does:
            end, then = min(end, int(does["drop"])), lambda: None
        if "reset" in does:
            end, then = min(end, int(does["reset"])), self.reset
        if "stall" in does:
            at, seconds = does["stall"].split(":")
            end, then = min(end, int(at)), lambda: time.sleep(float(seconds))
        damaged = count // 2 if "damage" in does else -1
        self.send_pieces(file, end, damaged, does)
        if then:
            then()
        elif "chunked" in does:
            self.wfile.write(b"0\r\n\r\n")
        if "open" in does:
            time.sleep(float(does["open"]))

    def send_pieces(self, file, end, damaged, does):
        speed, at = int(does.get("slow") or 0), 0
        size = max(1, min(CHUNK, speed // 20)) if speed else CHUNK
        while at < end:
            piece = file.read(min(size, end - at))
            if not piece:
                return
            if at <= damaged < at + len(piece):
                place = damaged - at
                piece = piece[:place] + bytes([piece[place] ^ 1]) + piece[place + 1 :]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece) if "chunked" in does else piece)
            self.entry["sent"] = self.entry.get("sent", 0) + len(piece)
            at += len(piece)
            if speed:
                time.sleep(len(piece) / speed)

    def reset(self):
        """Ends the connection as a machine does that crashes."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.wfile.flush()
        self.connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--chaos", default="", help="drop, lie, 500, 503, 429, slow, stall, whole, shift, damage, "
                        "chunked, busy; separated by commas")
    parser.add_argument("--share", type=float, default=0.5, help="the share of requests that something befalls")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    parser.add_argument("--forever", action="store_true", help="go on when standard input ends")
    options = parser.parse_args()
    chaos = Chaos([kind for kind in options.chaos.split(",") if kind], options.share, options.seed)
    server = Server(options.folder, options.port, chaos)
    scheme = "http"
    if options.tls:
        import ssl

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*options.tls)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    print(f"{scheme}://127.0.0.1:{server.server_address[1]}/", flush=True)
    if not options.forever:
        threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


main()
