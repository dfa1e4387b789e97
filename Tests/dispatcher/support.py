"""Servers and proxies as processes, certificates of a CA of our own, and a client that follows the protocol."""

from __future__ import annotations

import contextlib
import datetime
import ipaddress
import json
import multiprocessing
import os
import pathlib
import socket
import ssl
import subprocess
import sys
import time
from typing import Any, Iterator
from urllib.parse import quote

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

import dispatcher

HERE = pathlib.Path(__file__).resolve().parent
TOKEN = "secret"
os.environ["DISPATCHER_TOKEN"] = TOKEN
BATCH = "application/cloudevents-batch+json"
ONE = "application/cloudevents+json"

# A server forks from a process that has read all modules, so it is there at once.
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["dispatcher"])


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Server:
    def __init__(self, database: pathlib.Path, *options: str, ca: pathlib.Path | None = None):
        self.database, self.options, self.port, self.ca = database, options, free_port(), ca
        self.origin = f"{'https' if ca else 'http'}://127.0.0.1:{self.port}"
        self.base = self.origin + "/v1"
        self.start()

    def start(self) -> None:
        arguments = [str(self.database), "--port", str(self.port), *self.options]
        self.process = processes.Process(target=dispatcher.main, args=(arguments,), daemon=True)
        self.process.start()
        for _ in range(400):
            with contextlib.suppress(httpx.TransportError):
                if self.client().get("/health").status_code == 200:
                    return
            time.sleep(0.02)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def client(self, base: str | None = None, **settings: Any) -> httpx.Client:
        settings = {
            "headers": {"Authorization": f"Bearer {TOKEN}"},
            "verify": ssl.create_default_context(cafile=self.ca),
            "timeout": 20,
        } | settings
        return httpx.Client(base_url=base or self.base, trust_env=False, **settings)


@contextlib.contextmanager
def proxy(to: int, *options: str) -> Iterator[Any]:
    """A proxy in front of a port; its `counts` are there when it has ended."""
    command = [sys.executable, str(HERE / "proxy.py"), "--to", f"127.0.0.1:{to}", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    process.port = int(process.stdout.readline().split(":")[-1])
    try:
        yield process
    finally:
        process.terminate()
        process.counts = json.loads(process.communicate(timeout=10)[0] or "{}")


def event(
    asset: str, sequence: int, type: str = "job.arrived", job: str | None = "order-1", **data: Any
) -> dict[str, Any]:
    clock = f"{sequence // 3600 % 24:02}:{sequence // 60 % 60:02}:{sequence % 60:02}"
    body = {"specversion": "1.0", "id": f"{asset}#{sequence}", "source": f"/assets/{quote(asset, safe='')}",
            "type": f"tracemill.{type}", "time": f"2026-03-02T{clock}Z", "assetid": asset, "sequence": str(sequence), "datacontenttype": "application/json"}  # fmt: skip
    if job is not None:
        body |= {"subject": job}
        data |= {"job": job}
    return body | {"data": {"asset": asset, **data}}


def post(client: httpx.Client, events: Any) -> httpx.Response:
    kind = BATCH if isinstance(events, list) else ONE
    return client.post("/events", content=json.dumps(events), headers={"Content-Type": kind})


def deliver(client: httpx.Client, events: list[dict[str, Any]], size: int = 7, pause: float = 0.01) -> int:
    """Posts events as the protocol asks of a client; gives the number of requests."""
    waiting, requests = list(events), 0
    while waiting:
        requests += 1
        assert requests < 100_000
        try:
            answer = post(client, waiting[:size])
        except httpx.TransportError:
            time.sleep(pause)
            continue
        if answer.is_success:
            body = answer.json()
            done = set(body["acknowledged"]) | {entry["id"] for entry in body["rejected"]}
            waiting = [event for event in waiting if event["id"] not in done]
        else:
            assert answer.status_code in (429, 503), answer.text
            time.sleep(pause)
    return requests


def table(client: httpx.Client, **query: Any) -> list[dict[str, Any]]:
    """All rows of the table of events."""
    rows: list[dict[str, Any]] = []
    while True:
        more = client.get("/events", params={"after": rows[-1]["number"] if rows else 0, **query}).json()["events"]
        if not more:
            return rows
        rows += more


def certificates(folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path, pathlib.Path]:
    """A CA, and a certificate with its key for 127.0.0.1."""

    def made(name: str, issuer: x509.Name | None, key: Any, signer: Any) -> x509.Certificate:
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(issuer or subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=30))
            .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
        )
        if issuer is None:
            names = (
                "digital_signature",
                "content_commitment",
                "key_encipherment",
                "data_encipherment",
                "key_agreement",
            )
            builder = builder.add_extension(
                x509.KeyUsage(
                    **dict.fromkeys(names, False),
                    key_cert_sign=True,
                    crl_sign=True,
                    encipher_only=False,
                    decipher_only=False,
                ),
                critical=True,
            )
        else:
            names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return builder.sign(signer, hashes.SHA256())

    authority, own = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    ca = made("ca", None, authority, authority)
    leaf = made("dispatcher", ca.subject, own, authority)
    paths = folder / "ca.pem", folder / "dispatcher.pem", folder / "dispatcher.key"
    paths[0].write_bytes(ca.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(leaf.public_bytes(serialization.Encoding.PEM))
    paths[2].write_bytes(
        own.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return paths
