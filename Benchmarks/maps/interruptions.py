"""Installs and updates maps from a server that misbehaves, killing the program at random moments, and compares the maps
with undisturbed ones.

    TRACEMILL=.build/release/tracemill python3 Benchmarks/maps/interruptions.py OLD.osm.pbf NEW.osm.pbf \
        [--rounds 100] [--seed 1] [--chaos drop,lie,500,slow]

A round installs a region from OLD and updates it to NEW. Each of both is begun again and again, and ended by SIGKILL or
SIGINT after a random time, until the last run may finish. After every end the installed map must be usable: its checksums
hold, its version is the old or the new one, and no other. At the end the map has the bytes of an undisturbed one, and the
library holds no other files than that of an undisturbed one.
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

TRACEMILL = os.environ.get("TRACEMILL", ".build/release/tracemill")
SERVE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "serve.py")
REGION = "region"


def run(*arguments, check=True):
    done = subprocess.run([TRACEMILL, "maps", *arguments], capture_output=True, text=True, timeout=600)
    if check and done.returncode:
        sys.exit(f"tracemill maps {' '.join(arguments)}: {done.returncode}\n{done.stderr}")
    return done


def serve(folder, chaos, seed):
    server = subprocess.Popen(
        [sys.executable, SERVE, folder, "--chaos", chaos, "--share", "0.3", "--seed", str(seed), "--forever"],
        stdout=subprocess.PIPE, text=True)
    return server, re.search(r"http://\S+", server.stdout.readline()).group(0)


def files(library):
    """The names of all files, without those that only one run has."""
    found = []
    for folder, _, names in os.walk(library):
        found += [os.path.relpath(os.path.join(folder, name), library) for name in names]
    return sorted(found)


def installed(library):
    info = run("info", "--library", library, "--format", "json", "--verify", check=False)
    if info.returncode:
        return None, info.stderr
    packages = json.loads(info.stdout)["packages"]
    return (packages[0] if packages else None), ""


def map_bytes(library):
    with open(installed(library)[0]["file"], "rb") as file:
        return file.read()


class Round:
    def __init__(self, random_numbers, longest):
        self.random, self.longest = random_numbers, longest
        self.kills = {"SIGKILL": 0, "SIGINT": 0}
        self.finished_before = 0

    def interrupt(self, arguments, library, allowed):
        """Runs a command with up to three untimely ends, and then to its end."""
        for _ in range(self.random.randint(1, 3)):
            process = subprocess.Popen(
                [TRACEMILL, "maps", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(self.random.uniform(0, self.longest))
            name = self.random.choice(["SIGKILL", "SIGINT"])
            if process.poll() is None:
                process.send_signal(getattr(signal, name))
                self.kills[name] += 1
            else:
                self.finished_before += 1
            process.wait(timeout=120)
            self.check(library, allowed)
            if process.returncode == 0:
                return
        for _ in range(20):
            done = run(*arguments, check=False)
            self.check(library, allowed)
            if done.returncode == 0:
                return
        sys.exit(f"tracemill maps {' '.join(arguments)} does not finish: {done.stderr}")

    def check(self, library, allowed):
        if not os.path.exists(os.path.join(library, "library.json")):
            if None in allowed:
                return
            sys.exit(f"{library}: the catalogue is gone")
        package, error = installed(library)
        version = package and package["map_version"]
        if error or version not in allowed:
            sys.exit(f"{library}: the installed map is not usable: {version} {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chaos", default="drop,lie,500,slow")
    options = parser.parse_args()
    numbers = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as place:
        before, after = os.path.join(place, "before"), os.path.join(place, "after")
        run("publish", before, options.old, "--region", REGION)
        run("publish", after, options.old, "--region", REGION)
        run("publish", after, options.new, "--region", REGION)
        calm = os.path.join(place, "calm")
        begin = time.time()
        run("install", REGION, "--server", before, "--library", calm)
        old = installed(calm)[0]["map_version"]
        run("update", "--server", after, "--library", calm)
        longest = 0.4 * (time.time() - begin)  # most of one of both
        new, expected, names = installed(calm)[0]["map_version"], map_bytes(calm), files(calm)
        one = Round(numbers, longest)
        servers = [serve(folder, options.chaos, options.seed) for folder in (before, after)]
        try:
            for number in range(options.rounds):
                library = os.path.join(place, f"library-{number}")
                one.interrupt(["install", REGION, "--server", servers[0][1], "--library", library], library, {None, old})
                one.interrupt(["update", "--server", servers[1][1], "--library", library], library, {old, new})
                if map_bytes(library) != expected:
                    sys.exit(f"round {number}: the map differs from an undisturbed one")
                if files(library) != names:
                    sys.exit(f"round {number}: files are left over: {set(files(library)) ^ set(names)}")
                subprocess.run(["rm", "-rf", library], check=True)
        finally:
            for server, _ in servers:
                server.kill()
        print(f"{2 * options.rounds} installs and updates; {sum(one.kills.values())} cut off ({one.kills}), "
              f"{one.finished_before} were done before; all maps equal, all libraries clean, "
              f"an installed map usable after every end; {time.time() - begin:.0f} s")


if __name__ == "__main__":
    main()
