"""Packs the release program that `make build` made: a tarball, a Debian package and a Python wheel, into .build/dist.

The tarball and the wheel hold a program that needs glibc and nothing else: it is linked once more, from the same objects,
with the archives (.a) of the libraries that the Debian package depends on. `libcurl4` is not among them; the program opens
it, wherever it finds it, when it reads from a web server.
"""

import base64
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DIST = ROOT / ".build/dist"
PROGRAM = ROOT / ".build/release/tracemill"
# Archives whose libraries the program loads, and those that they need in turn. ICU is libxml2's, for encodings.
ARCHIVES = "xml2 z bz2 expat xxhash zstd archive sqlite3 md stdc++ nettle lzma lz4 icuuc icudata".split()
NEEDED_BY_ARCHIVES = ["nettle", "lzma", "lz4", "zstd", "icuuc", "icudata"]
GLIBC = (2, 36)
SUMMARY = "Matches GPS traces to roads, in batches"
DESCRIPTION = """tracemill reads GPX, CSV, GeoJSON, NMEA and more, finds the route each vehicle
drove on a map built from OpenStreetMap, and reports it as JSON, CSV, GeoJSON,
GPX or GeoPackage. It also plans routes to compare drives with."""


def output(*command, **options):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **options).stdout.strip()


def archive(name):
    """The file of a static library; the compiler's own lie in a folder of its own."""
    path = output("gcc", f"-print-file-name=lib{name}.a")
    if not os.path.isabs(path):
        raise SystemExit(f"lib{name}.a is missing: `make dist` as root installs its Debian package.")
    return pathlib.Path(path).resolve()


def link():
    """Links the objects of the release once more, with archives in the place of libraries."""
    folder = DIST / "archives"
    folder.mkdir()
    for name in ARCHIVES:
        (folder / f"lib{name}.a").symlink_to(archive(name))
    # Of the compiler's library only unwinding is shared; its archive has another name.
    (folder / "libgcc_s.a").symlink_to(archive("gcc_eh"))
    rules = (ROOT / ".build/release.yaml").read_text()
    found = re.search(r'"C\.tracemill-[^"]*-release\.exe":\n(?:    .*\n)*?    args: (\[.*\])\n', rules)
    command = json.loads(found[1])
    linked = DIST / "linked"
    command[1:1] = [f"-L{folder}"]
    command[command.index("-o") + 1] = str(linked)
    command += [f"-l{name}" for name in NEEDED_BY_ARCHIVES]
    said = subprocess.run(command, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True)
    if said.returncode != 0:
        raise SystemExit(said.stdout)
    return linked


def needed_glibc(program):
    """Its version. Ends where the program would load another library."""
    loads = re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", program))
    others = [name for name in loads if not re.match(r"(libc|libm|ld-linux-.*)\.so", name)]
    if others:
        raise SystemExit(f"the program to pack would load {', '.join(others)}: name their archives in .ci/dist.py")
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", output("objdump", "-T", program))
    newest = max((int(major), int(minor)) for major, minor in versions)
    if newest > GLIBC:
        needed = ".".join(map(str, newest))
        print(f"note: built here, tarball and wheel need glibc {needed}; those built on Debian 12 need 2.36")
    return newest


def licences(folder):
    """Puts there the licence of tracemill and those of all that is linked into it."""
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        for path in (ROOT / ".build/checkouts").glob(f"{pin['location'].split('/')[-1].removesuffix('.git')}/LICENSE*"):
            shutil.copy(path, folder / f"{path.parent.name}.txt")
    compiler = pathlib.Path(shutil.which("swift")).resolve().parent.parent
    shutil.copy(compiler / "share/swift/LICENSE.txt", folder / "swift.txt")
    for name in ARCHIVES + ["gcc_eh"]:
        package = output("dpkg", "-S", archive(name)).split(":")[0]
        shutil.copy(f"/usr/share/doc/{package}/copyright", folder / f"{package}.txt")
    for package in ["libosmium2-dev", "libprotozero-dev"]:
        shutil.copy(f"/usr/share/doc/{package}/copyright", folder / f"{package}.txt")


def pack_tarball(stage, name, time):
    def entry(info):
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = time
        return info

    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as tar:
        for path in [stage, *sorted(stage.rglob("*"))]:
            tar.add(path, f"{name}/{path.relative_to(stage)}", recursive=False, filter=entry)
    path = DIST / f"{name}.tar.gz"
    path.write_bytes(gzip.compress(plain.getvalue(), mtime=time))
    return path


def pack_deb(installed, version):
    """The program as `make install` installs it; what it loads is found by Debian's own tool."""
    stage = DIST / "deb"
    shutil.copytree(installed, stage / "usr")
    program = stage / "usr/bin/tracemill"
    subprocess.run(["strip", program], check=True)
    share = stage / "usr/share"
    (share / "zsh/site-functions").rename(share / "zsh/vendor-completions")
    for page in (share / "man/man1").glob("*.1"):
        page.with_suffix(".1.gz").write_bytes(gzip.compress(page.read_bytes(), mtime=0))
        page.unlink()
    (share / "doc").mkdir()
    licences(share / "doc/tracemill")
    (share / "doc/tracemill/LICENSE").rename(share / "doc/tracemill/copyright")
    (stage / "debian").mkdir()
    (stage / "debian/control").write_text("Source: tracemill\n\nPackage: tracemill\nArchitecture: any\n")
    depends = output("dpkg-shlibdeps", "-O", "usr/bin/tracemill", cwd=stage, stderr=subprocess.DEVNULL).split("=", 1)[1]
    shutil.rmtree(stage / "debian")
    size = sum(path.stat().st_size for path in stage.rglob("*") if path.is_file()) // 1024
    architecture = output("dpkg", "--print-architecture")
    (stage / "DEBIAN").mkdir()
    (stage / "DEBIAN/control").write_text(
        f"Package: tracemill\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {maintainer()}\n"
        f"Installed-Size: {size}\nDepends: {depends}\nRecommends: ca-certificates, libcurl4, tzdata\n"
        f"Section: science\nPriority: optional\nDescription: {SUMMARY}\n"
        + "".join(f" {line}\n" for line in DESCRIPTION.split("\n"))
    )
    path = DIST / f"tracemill_{version}_{architecture}.deb"
    output("dpkg-deb", "--root-owner-group", "--build", stage, path)
    return path


def maintainer():
    """Who packs: as Debian's tools are told, otherwise who made the last commit."""
    if "DEBEMAIL" in os.environ:
        return f"{os.environ.get('DEBFULLNAME', 'tracemill')} <{os.environ['DEBEMAIL']}>"
    return output("git", "log", "-1", "--format=%an <%ae>", cwd=ROOT)


def pack_wheel(stage, version, machine, glibc, time):
    """A wheel with the program as a script, its manual pages and completions as data; no line of Python is in it."""
    tag = f"py3-none-manylinux_{glibc[0]}_{glibc[1]}_{machine}"
    data, about = f"tracemill-{version}.data", f"tracemill-{version}.dist-info"
    files = {f"{data}/scripts/tracemill": stage / "bin/tracemill"}
    for path in sorted((stage / "share").rglob("*")):
        if path.is_file():
            files[f"{data}/data/share/{path.relative_to(stage / 'share')}"] = path
    for path in sorted((stage / "licences").iterdir()):
        files[f"{about}/licenses/{path.name}"] = path
    contents = {name: path.read_bytes() for name, path in files.items()}
    contents[f"{about}/METADATA"] = (
        f"Metadata-Version: 2.4\nName: tracemill\nVersion: {version}\nSummary: {SUMMARY}\n"
        "License-Expression: Apache-2.0\nLicense-File: LICENSE\n"
        f"Requires-Python: >=3.8\n\n{DESCRIPTION}\n"
    ).encode()
    contents[f"{about}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: make dist\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = f"{about}/RECORD"
    contents[record] = "".join([*map(recorded, contents.items()), f"{record},,\n"]).encode()
    path = DIST / f"tracemill-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, content in contents.items():
            info = zipfile.ZipInfo(name, moment(time))
            info.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            wheel.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
    return path


def recorded(entry):
    name, content = entry
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def moment(time):
    return tuple(map(int, output("date", "-u", "-d", f"@{time}", "+%Y %m %d %H %M %S").split()))


def main():
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir(parents=True)
    version = output(PROGRAM, "--version").split()[1]
    machine = os.uname().machine
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct", cwd=ROOT))
    installed = DIST / "installed"
    subprocess.run(["make", "install", f"DESTDIR={installed}", "PREFIX="], check=True, cwd=ROOT)
    stage = DIST / "stage"
    shutil.copytree(installed, stage)
    linked = link()
    glibc = needed_glibc(linked)
    subprocess.run(["strip", "-o", stage / "bin/tracemill", linked], check=True)
    licences(stage / "licences")
    for path in [
        pack_tarball(stage, f"tracemill-{version}-linux-{machine}", time),
        pack_deb(installed, version),
        pack_wheel(stage, version, machine, glibc, time),
    ]:
        print(f"wrote {path.relative_to(ROOT)}, {path.stat().st_size / 1e6:.1f} MB")
    for folder in ["archives", "installed", "stage", "deb"]:
        shutil.rmtree(DIST / folder)
    linked.unlink()


main()
