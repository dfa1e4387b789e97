"""The text of a PDF that Chromium printed."""

import re
import zlib


def text_of(pdf: bytes) -> str:
    """The characters of all pages in the order in which they are drawn."""
    objects = {int(number): parts(body) for number, body in re.findall(rb"(\d+) 0 obj\n(.*?)endobj", pdf, re.S)}
    fonts = {}
    for body, _ in objects.values():
        for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", body):
            table = re.search(rb"/ToUnicode (\d+) 0 R", objects[int(number)][0])
            fonts[name] = characters(objects[int(table[1])][1]) if table else {}
    return "".join(drawn(stream, fonts) for _, stream in objects.values() if b"BT\n" in stream)


def parts(body: bytes) -> tuple[bytes, bytes]:
    """The dictionary of an object and its stream, unpacked."""
    head, _, rest = body.partition(b"stream")
    stream = rest.strip(b"\r\n").removesuffix(b"endstream")
    return head, zlib.decompressobj().decompress(stream) if b"/FlateDecode" in head else stream


def characters(table: bytes) -> dict[int, str]:
    """The characters of the glyphs of a font."""
    found = {}
    for block in re.findall(rb"beginbfchar\n(.*?)endbfchar", table, re.S):
        for glyph, text in re.findall(rb"<(\w+)> <(\w+)>", block):
            found[int(glyph, 16)] = bytes.fromhex(text.decode()).decode("utf-16-be")
    for block in re.findall(rb"beginbfrange\n(.*?)endbfrange", table, re.S):
        for first, last, text in re.findall(rb"<(\w+)> <(\w+)> <(\w+)>", block):
            for step in range(int(last, 16) - int(first, 16) + 1):
                found[int(first, 16) + step] = chr(int(text, 16) + step)
    return found


def drawn(stream: bytes, fonts: dict[bytes, dict[int, str]]) -> str:
    text, font = [], {}
    for name, glyphs in re.findall(rb"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>(?=[^\n]*T[jJ])", stream):
        if name:
            font = fonts.get(name, {})
        text += [font.get(int(glyphs[at : at + 4], 16), "\ufffd") for at in range(0, len(glyphs), 4)]
    return "".join(text)
