"""A dispatcher's server that misbehaves as real ones do, at random or by script. Only Python's standard library.

    desk.py [--port N] [--chaos lose,drop,500,…] [--share 0.5] [--seed S] [--token TOKEN] [--tls CERT KEY]

prints its address and serves until standard input ends. It has the protocol's ends under /v1. `--chaos` names what befalls
a share of the requests that post events. `POST /~script` of {"events": [STEP, …], "messages": [STEP, …]} says what befalls
the next requests instead, one step each; then all is well again. A step is one behaviour or several joined by `+`:

    ok             behaves
    lose           takes nothing and closes the connection
    drop           takes all and closes the connection without an answer
    delay:S        waits S seconds before it answers
    STATUS[:S]     answers with a status, and the header Retry-After: S
    first:N        takes the first N events and acknowledges these
    some           takes all, and acknowledges every other one
    none           takes none, and says so
    plain          answers with a text
    big            answers a batch of more than one event with 413
    reject:N       rejects the Nth event
    to:ADDRESS     redirects

An event with "bad": true in its data is refused with 422, and its whole batch with it. `POST /~messages` adds messages, one a
line, which are sent as they are written. `GET /~table` gives the events in the order of receipt, once each; what was
posted before its time, `violations`; and all requests.
"""

import argparse
import http.server
import json
import os
import random
import socket
import sys
import threading
import time
import urllib.parse


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, options):
        super().__init__(("127.0.0.1", options.port), Handler)
        self.lock, self.random = threading.Lock(), random.Random(options.seed)
        self.chaos, self.share = [kind for kind in options.chaos.split(",") if kind], options.share
        self.token, self.most = options.token, options.most
        self.script = {"events": [], "messages": []}
        self.table, self.ids, self.last, self.violations, self.requests, self.refused = [], set(), {}, [], [], []
        self.messages = []

    def handle_error(self, request, client_address):
        pass  # clients that go away are what this server is for

    def step(self, kind):
        with self.lock:
            if self.script[kind]:
                return self.script[kind].pop(0)
            if kind == "messages" or not self.chaos or self.random.random() >= self.share:
                return "ok"
            step = self.random.choice(self.chaos)
            return f"first:{self.random.randrange(1, 40)}" if step == "first" else step

    def look(self, events):
        """Notes events that are posted although an earlier one of their asset is neither taken nor refused."""
        last = dict(self.last)
        for event in events:
            asset, number = event["assetid"], int(event["sequence"])
            if number > last.get(asset, 0) + 1:
                self.violations.append(event["id"])
            last[asset] = max(last.get(asset, 0), number)

    def settle(self, event, keeps=True):
        asset, number = event["assetid"], int(event["sequence"])
        self.last[asset] = max(self.last.get(asset, 0), number)
        if event["id"] not in self.ids:
            self.ids.add(event["id"])
            (self.table if keeps else self.refused).append(event)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, *_):
        pass

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def answer(self, status, value=None, headers={}, text=None):
        body = text.encode() if text is not None else b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        for name, content in headers.items():
            self.send_header(name, content)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def note(self, **more):
        kept = {name.lower(): value for name, value in self.headers.items()}
        entry = {"method": self.command, "path": self.path, "headers": kept, "port": self.client_address[1]} | more
        with self.server.lock:
            if len(self.server.requests) < 10000:
                self.server.requests.append(entry)

    def close(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def befalls(self, kind):
        """What befalls this request; None if it is answered already."""
        does = {}
        for behaviour in self.server.step(kind).split("+"):
            name, _, value = behaviour.partition(":")
            does[name] = value
        if "delay" in does:
            time.sleep(float(does["delay"]))
        if self.server.token and self.headers.get("Authorization") != "Bearer " + self.server.token:
            self.answer(401, {"detail": "no token"})
            return None
        for name, value in does.items():
            if name.isdigit():
                self.answer(int(name), {"detail": f"as the script says {self.headers.get('Authorization', '')}"},
                            {"Retry-After": value} if value else {})
                return None
        if "to" in does:
            self.answer(307, None, {"Location": does["to"]})
            return None
        if "lose" in does:
            self.close()
            return None
        return does

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        server = self.server
        if address.path == "/~table":
            with server.lock:
                return self.answer(200, {"table": server.table, "violations": server.violations,
                                         "refused": server.refused, "requests": server.requests})
        self.note()
        if address.path != "/v1/messages":
            return self.answer(404, {"detail": "no such end"})
        does = self.befalls("messages")
        if does is None:
            return
        query = urllib.parse.parse_qs(address.query)
        after = int(query.get("after", ["0"])[0])
        with server.lock:
            tag = f'"{after}-{len(server.messages)}"'
            sent = server.messages[after : after + server.most]
        if self.headers.get("If-None-Match") == tag:
            return self.answer(304, None, {"ETag": tag})
        text = '{"cursor": "%d", "messages": [%s]}' % (after + len(sent), ",".join(sent))
        if "plain" in does:
            text = "hello"
        self.answer(200, None, {"ETag": tag}, text)
        if "drop" in does:
            self.close()

    def do_PUT(self):
        self.do_POST()

    def do_PATCH(self):
        self.do_POST()

    def do_POST(self):
        server, body = self.server, self.body()
        if self.path == "/~script":
            with server.lock:
                server.script |= json.loads(body)
            return self.answer(204)
        if self.path == "/~messages":
            with server.lock:
                server.messages += body.decode().splitlines()
            return self.answer(204)
        kind = self.headers.get("Content-Type", "").split(";")[0]
        events = json.loads(body) if "cloudevents-batch" in kind else [json.loads(body or b"null")]
        ours = self.path == "/v1/events"
        self.note(ids=[event["id"] for event in events] if ours else [], body=body.decode() if len(body) < 5000 else "")
        does = self.befalls("events")
        if does is None:
            return
        if not ours:
            return self.answer(200, {})
        if "big" in does and len(events) > 1:
            return self.answer(413, {"detail": "too large"})
        with server.lock:
            server.look(events)
            if any(event["data"].get("bad") for event in events):
                if len(events) == 1:
                    server.settle(events[0], keeps=False)
                return self.answer(422, {"detail": "an event is bad"})
            status, value = self.take(events, does)
        if "drop" in does:
            return self.close()
        self.answer(status, value, text="thanks" if "plain" in does else None)

    def take(self, events, does):
        """Stores events, and gives the status and the body of the answer."""
        if "none" in does:
            return 200, {"acknowledged": []}
        if "reject" in does:
            number = int(does["reject"])
            for index, event in enumerate(events):
                self.server.settle(event, keeps=index != number)
            return 200, {"rejected": [{"id": events[number]["id"], "reason": "not mine"}]} if number < len(events) else {}
        taken = events[: int(does["first"])] if "first" in does else events
        for event in taken:
            self.server.settle(event)
        if "first" in does or "some" in does:
            return 202, {"acknowledged": [event["id"] for event in (taken[::2] if "some" in does else taken)]}
        return 202, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--chaos", default="", help="steps, separated by commas; first has a number of its own")
    parser.add_argument("--share", type=float, default=0.5, help="the share of requests that something befalls")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=1000, help="messages in one answer")
    parser.add_argument("--token", default="")
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    options = parser.parse_args()
    server, scheme = Server(options), "http"
    if options.tls:
        import ssl

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*options.tls)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    print(f"{scheme}://127.0.0.1:{server.server_address[1]}", flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    server.serve_forever()


main()
