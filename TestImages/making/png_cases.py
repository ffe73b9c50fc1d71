"""PNG files that decode."""
import struct
import zlib

import numpy as np

from . import pngfile as P
from .icc import display_p3
from .jpegfile import exif, stored
from .noise import fbm, to_bytes
from .pictures import alpha, letter, target

NAMES = {P.GREY: "grey", P.RGB: "rgb", P.PALETTE: "palette", P.GREY_ALPHA: "grey-alpha", P.RGBA: "rgba"}
DEPTHS = {P.GREY: (1, 2, 4, 8, 16), P.RGB: (8, 16), P.PALETTE: (1, 2, 4, 8), P.GREY_ALPHA: (8, 16), P.RGBA: (8, 16)}


def fine(card):
    """The card in 16 bits, its low bytes in use."""
    height, width = card.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    return card.astype(np.int64) * 256 + ((x * 37 + y * 91)[..., None] + np.arange(card.shape[2]) * 53) % 256


def palette_of(depth):
    """Distinct colours, as many as indices of a depth."""
    return [((i * 97 + 40) % 256, (i * 57 + 90) % 256, (i * 151 + 20) % 256) for i in range(2**depth)]


def samples_of(colour_type, depth, width=97, height=61):
    card = target(width, height)
    grey = card.mean(axis=-1, keepdims=True).astype(np.uint8)
    clear = alpha(width, height)[..., None]
    parts = {P.GREY: [grey], P.PALETTE: [grey], P.RGB: [card], P.GREY_ALPHA: [grey, clear], P.RGBA: [card, clear]}
    samples = np.concatenate(parts[colour_type], axis=-1).astype(np.int64)
    if depth == 16:
        return fine(samples)
    return samples >> (8 - depth)


def kinds(files):
    for colour_type, depths in DEPTHS.items():
        for depth in depths:
            samples = samples_of(colour_type, depth)
            palette = palette_of(depth) if colour_type == P.PALETTE else None
            pixels = P.rgba(samples, depth, colour_type, palette)
            for interlaced in (False, True):
                name = f"png/{NAMES[colour_type]}-{depth}{'-interlaced' if interlaced else ''}.png"
                files.good(name, P.png(samples, depth, colour_type, interlaced, palette=palette), pixels)


def transparency(files):
    for colour_type, depth in [(P.GREY, d) for d in DEPTHS[P.GREY]] + [(P.RGB, 8), (P.RGB, 16)]:
        samples = samples_of(colour_type, depth)
        # The commonest sample, so that the transparent colour shows; in 16 bits a neighbour differs in its low byte.
        flat = samples.reshape(-1, samples.shape[2])
        values, counts = np.unique(flat, axis=0, return_counts=True)
        clear = values[counts.argmax()]
        if depth == 16:
            samples[10:20, 10:20] = clear
            samples[30:40, 10:20] = clear ^ 1
        trns = P.chunk(b"tRNS", struct.pack(f">{len(clear)}H", *(int(v) for v in clear)))
        pixels = P.rgba(samples, depth, colour_type, transparent=clear)
        for interlaced in (False, True):
            name = f"png/trns-{NAMES[colour_type]}-{depth}{'-interlaced' if interlaced else ''}.png"
            # netpbm does not see the clear colour of RGB files; libpng and Pillow do.
            unchecked = colour_type == P.RGB
            files.good(name, P.png(samples, depth, colour_type, interlaced, before=[trns]), pixels, unchecked=unchecked)
    for depth in DEPTHS[P.PALETTE]:
        samples, palette = samples_of(P.PALETTE, depth), palette_of(depth)
        clear = [0, 128, 40, 255, 77][: max(1, 2**depth - 1)]
        trns = P.chunk(b"tRNS", bytes(clear))
        data = P.png(samples, depth, P.PALETTE, before=[trns], palette=palette)
        files.good(f"png/trns-palette-{depth}.png", data, P.rgba(samples, depth, P.PALETTE, palette, clear), note="fewer alpha values than colours")


def chunks(files):
    card = target()
    samples = card.astype(np.int64)
    pixels = P.rgba(samples, 8, P.RGB)
    profile = b"LazyMedia test P3\0\0" + zlib.compress(display_p3(), 9)

    def add(name, before=(), note="", **options):
        files.good(f"png/{name}.png", P.png(samples, 8, P.RGB, before=before, **options), pixels, note=note)

    gamma = P.chunk(b"gAMA", struct.pack(">I", 100_000))
    add("gama-linear", [gamma], "gAMA 1.0: carried, not applied")
    add("gama-srgb", [P.chunk(b"gAMA", struct.pack(">I", 45_455))])
    add("srgb", [P.chunk(b"sRGB", b"\0")])
    add("chrm", [P.chunk(b"cHRM", struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000))])
    add("iccp", [P.chunk(b"iCCP", profile)], "Display P3")
    add("phys", [P.chunk(b"pHYs", struct.pack(">IIB", 2835, 5670, 1))], "pixels that are not square: kept as stored")
    add("sbit", [P.chunk(b"sBIT", b"\5\6\5")])
    add("bkgd", [P.chunk(b"bKGD", struct.pack(">3H", 255, 0, 0))], "a background is not painted")
    add("suggested-palette", palette=palette_of(4), note="PLTE of an RGB file is a suggestion")
    add("text", [P.chunk(b"tEXt", b"Title\0A test"), P.chunk(b"zTXt", b"Comment\0\0" + zlib.compress(b"words " * 50)), P.chunk(b"iTXt", b"Author\0\0\0en\0\0nobody")])
    add("unknown-ancillary", [P.chunk(b"teSt", bytes(300))], "an unknown chunk that may be ignored")
    add("idat-one-byte", split=1, note="an IDAT chunk for each byte")
    add("idat-stored", level=0, note="deflate without compression")
    for kind in range(5):
        add(f"filter-{kind}", choose=lambda y, kind=kind: kind, note=("None", "Sub", "Up", "Average", "Paeth")[kind])
    add("filters-mixed", choose=lambda y: y % 5)
    data = P.png(samples, 8, P.RGB)
    idat = data.index(b"IDAT") - 4
    files.good("png/idat-empty-chunks.png", data[:idat] + P.chunk(b"IDAT") + data[idat:-12] + P.chunk(b"IDAT") + data[-12:], pixels, note="IDAT chunks without content")
    files.good("png/bytes-after-end.png", data + bytes(50), pixels, note="whatever follows IEND is not the picture's")
    wrong = P.chunk(b"tEXt", b"Title\0A test", crc=0x12345678)
    files.good("png/ancillary-crc.png", P.png(samples, 8, P.RGB, before=[wrong]), pixels, note="a wrong CRC in a chunk that may be ignored")
    sixteen = samples_of(P.RGB, 16)
    files.good("png/rgb-16-gama-linear.png", P.png(sixteen, 16, P.RGB, before=[gamma]), P.rgba(sixteen, 16, P.RGB), note="16-bit is not taken for linear light")
    frames = [
        P.chunk(b"acTL", struct.pack(">II", 2, 0)),
        P.chunk(b"fcTL", struct.pack(">IIIIIHHBB", 0, 97, 61, 0, 0, 1, 10, 0, 0)),
    ]
    second = [
        P.chunk(b"fcTL", struct.pack(">IIIIIHHBB", 1, 97, 61, 0, 0, 1, 10, 0, 0)),
        P.chunk(b"fdAT", struct.pack(">I", 2) + zlib.compress(P.image_data(255 - samples, 8))),
    ]
    files.good("png/animated.png", P.png(samples, 8, P.RGB, before=frames, after=second), pixels, note="APNG: the default image")


def orientations(files):
    upright = letter()
    for value in (3, 6):
        turned = stored(upright, value)
        body = exif(value)[1][6:]
        samples = turned.astype(np.int64)
        pixels = P.rgba(samples, 8, P.RGB)
        files.good(f"orientation/png-exif-{value}.png", P.png(samples, 8, P.RGB, before=[P.chunk(b"eXIf", body)]), pixels, value, "eXIf; shown upright, an F")
    samples = stored(upright, 8).astype(np.int64)
    files.good("orientation/png-exif-8-interlaced.png", P.png(samples, 8, P.RGB, True, before=[P.chunk(b"eXIf", exif(8, order=">")[1][6:])]), P.rgba(samples, 8, P.RGB), 8, "eXIf in Motorola byte order")


def sizes(files):
    for width, height in [(1, 1), (2, 2), (3, 5), (4, 4), (5, 1), (1, 5), (8, 8), (9, 9), (33, 31)]:
        for interlaced in (False, True):
            samples = samples_of(P.RGBA, 8, width, height)
            name = f"size/png-{width}x{height}{'-interlaced' if interlaced else ''}.png"
            files.good(name, P.png(samples, 8, P.RGBA, interlaced), P.rgba(samples, 8, P.RGBA))
    samples = samples_of(P.GREY, 1, 13, 7)
    files.good("size/png-grey-1-13x7.png", P.png(samples, 1, P.GREY), P.rgba(samples, 1, P.GREY), note="rows end within a byte")
    for width, height in [(8000, 3), (3, 8000)]:
        y, x = np.mgrid[0:height, 0:width]
        samples = np.stack([to_bytes(fbm(x / 200, y / 200, seed, 3)) for seed in (1, 2, 3)], axis=-1).astype(np.int64)
        files.good(f"size/png-{width}x{height}.png", P.png(samples, 8, P.RGB), P.rgba(samples, 8, P.RGB))


def add_all(files):
    kinds(files)
    transparency(files)
    chunks(files)
    orientations(files)
    sizes(files)
