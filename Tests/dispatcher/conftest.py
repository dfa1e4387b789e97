"""Servers for tests, each over a new database."""

import pytest
from support import Server


@pytest.fixture
def serve(tmp_path):
    servers = []

    def start(*options, **settings):
        servers.append(Server(tmp_path / f"{len(servers)}.sqlite", *options, **settings))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def server(serve):
    return serve()


@pytest.fixture
def client(server):
    with server.client() as client:
        yield client
