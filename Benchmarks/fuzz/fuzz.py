#!/usr/bin/env python3
"""Fuzzes the readers of tracemill with libFuzzer, which comes with Swift.

    Benchmarks/fuzz/fuzz.py                     1,000,000 inputs for each reader
    Benchmarks/fuzz/fuzz.py traces graph        for these readers
    Benchmarks/fuzz/fuzz.py --runs 10000        fewer inputs
    Benchmarks/fuzz/fuzz.py --seconds 600       as many inputs as fit into ten minutes for each reader
    Benchmarks/fuzz/fuzz.py --address           with AddressSanitizer, in a build of its own in .build/fuzz-address

An input fails if it ends the process, takes longer than 10 s, or takes more than 1 GB of memory. It is kept in
.build/fuzz/failures. The seeds are the files of corpus/READER and the sample town's; what libFuzzer finds interesting
goes to .build/fuzz/corpus and is used again by the next run.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / ".build/fuzz"
READERS = [
    "traces", "stream", "graph", "requests", "plans", "assignments", "places", "policy", "traffic", "area", "handles",
    "lines", "comparison", "points", "edges", "osm", "texts", "configuration", "summary", "recognition",
    "presets", "items", "changes",
]  # fmt: skip
SEEDS = {
    "traces": ["Traces/*.gpx", "Traces/*.csv", "Traces/*.gz"],
    "stream": ["Traces/*.csv"],
    "requests": ["Traces/requests.ndjson"],
    "plans": ["Traces/requests.ndjson"],
    "comparison": ["Reports/edges.csv", "Reports/routes.geojson"],
    "points": ["Reports/points.csv"],
    "osm": ["Traces/town.osm"],
    "recognition": ["Reports/trips.csv", "Reports/routes.geojson"],
    "presets": ["Sources/Presets/Files/*.toml"],
}
# Bytes of an input; a map of two roads takes some more.
LONGEST = 1024
LONGEST_MAP = 4096


def program(address):
    """AddressSanitizer comes with a debug build, optimised file by file: it is ready sooner, and fast enough."""
    return ROOT / ".build/fuzz-address/debug/fuzz" if address else BUILD / "release/fuzz"


def build(address):
    flags = ["-sanitize=fuzzer", "-DFUZZING", "-parse-as-library", "-use-ld=lld"]
    kind = ["--sanitize=address", "--scratch-path", ROOT / ".build/fuzz-address"] if address else \
        ["-c", "release", "--scratch-path", BUILD]
    command = ["swift", "build", "-q", "--product", "fuzz", *kind]
    flags += ["-O"] if address else []
    subprocess.run(command + [word for flag in flags for word in ("-Xswiftc", flag)], cwd=ROOT, check=True)


def seeds(reader, program, longest):
    """The folder of the inputs to begin with, each cut to the greatest length."""
    folder = BUILD / "corpus" / reader
    folder.mkdir(parents=True, exist_ok=True)
    kept = sorted((HERE / "corpus" / reader).glob("*"))
    sample = [path for pattern in SEEDS.get(reader, []) for path in sorted(ROOT.glob(pattern))]
    for path in kept + sample:
        (folder / path.name).write_bytes(path.read_bytes()[:longest])
    if reader == "graph":
        subprocess.run([program], cwd=ROOT, env={**os.environ, "MAP": str(folder / "kai.tmg")}, check=True)
    return folder


def fuzz(program, reader, options, longest):
    failures = BUILD / "failures" / reader
    failures.mkdir(parents=True, exist_ok=True)
    memory = 2048 if options.address else 1024
    command = [program, f"-max_len={longest}", "-timeout=10", f"-rss_limit_mb={memory}", f"-seed={options.seed}"]
    command += [f"-max_total_time={options.seconds}"] if options.seconds else [f"-runs={options.runs}"]
    command += [f"-dict={HERE / 'numbers.dict'}"]
    command += [f"-artifact_prefix={failures}/", "-print_final_stats=1", seeds(reader, program, longest)]
    # Swift's own report of a crash would end the process before libFuzzer keeps the input.
    environment = {**os.environ, "READER": reader, "SWIFT_BACKTRACE": "enable=no"}
    environment["ASAN_OPTIONS"] = "detect_leaks=0"
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        environment["FOLDER"] = folder
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace")
    (BUILD / f"{reader}.log").write_text(done.stderr)
    return done


def figure(log, pattern):
    found = re.findall(pattern, log)
    return found[-1] if found else "?"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("readers", nargs="*", default=READERS, choices=READERS)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=int, help="the most bytes of an input (default: 1024, of a map 4096)")
    parser.add_argument("--seconds", type=int, help="for each reader, instead of a number of inputs")
    parser.add_argument("--address", action="store_true", help="with AddressSanitizer")
    parser.add_argument("--no-build", action="store_true", help="use the program built before")
    options = parser.parse_args()
    if not options.no_build:
        build(options.address)
    shutil.rmtree(BUILD / "failures", ignore_errors=True)
    print(f"{'reader':12} {'inputs':>10} {'edges':>7} {'kept':>6} {'MB':>5}  outcome", flush=True)
    failed = False
    for reader in options.readers:
        longest = options.longest or (LONGEST_MAP if reader == "graph" else LONGEST)
        done = fuzz(program(options.address), reader, options, longest)
        log = done.stderr
        failed |= done.returncode != 0
        outcome = "well" if done.returncode == 0 else figure(log, r"(?:ERROR|SUMMARY): (.*)")
        patterns = [r"stat::number_of_executed_units: *(\d+)", r"cov: (\d+)", r"corp: (\d+)", r"stat::peak_rss_mb: *(\d+)"]
        inputs, edges, kept, memory = (figure(log, pattern) for pattern in patterns)
        print(f"{reader:12} {inputs:>10} {edges:>7} {kept:>6} {memory:>5}  {outcome}", flush=True)
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
