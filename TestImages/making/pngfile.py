"""A PNG writer (PNG, Third Edition) that leaves every choice, the wrong ones included, to its caller."""
import struct
import zlib

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}
# Adam7: first column, first row, step between columns, step between rows.
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(kind, data=b"", crc=None, length=None):
    checksum = zlib.crc32(kind + data) if crc is None else crc
    return struct.pack(">I", len(data) if length is None else length) + kind + data + struct.pack(">I", checksum)


def ihdr(width, height, depth, colour_type, interlaced=False, compression=0, filtering=0):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour_type, compression, filtering, int(interlaced)))


def packed(samples, depth):
    """Rows of samples, (height, width, channels), as rows of bytes."""
    height = samples.shape[0]
    flat = samples.reshape(height, -1)
    if depth == 16:
        return flat.astype(">u2").view(np.uint8).reshape(height, -1)
    if depth == 8:
        return flat.astype(np.uint8)
    bits = ((flat[..., None].astype(np.uint8) >> np.arange(depth - 1, -1, -1, dtype=np.uint8)) & 1).reshape(height, -1)
    return np.packbits(bits, axis=1)


def paeth(a, b, c):
    p = a.astype(int) + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return np.where((pa <= pb) & (pa <= pc), a, np.where(pb <= pc, b, c))


def filtered(rows, pixel_bytes, choose):
    """Each row after its filter byte; `choose` names the filter of a row, `None` the one with the smallest sum."""
    result = bytearray()
    above = np.zeros(rows.shape[1], dtype=np.uint8)
    for y, row in enumerate(rows):
        left = np.concatenate([np.zeros(pixel_bytes, np.uint8), row])[: row.size]
        corner = np.concatenate([np.zeros(pixel_bytes, np.uint8), above])[: row.size]
        guesses = [0, left, above, ((left.astype(int) + above) // 2), paeth(left, above, corner)]
        candidates = [((row.astype(int) - guess) & 255).astype(np.uint8) for guess in guesses]
        kind = choose(y)
        if kind is None:
            kind = min(range(5), key=lambda k: np.abs(candidates[k].astype(np.int8).astype(int)).sum())
        result += bytes([kind]) + candidates[kind].tobytes()
        above = row
    return bytes(result)


def image_data(samples, depth, interlaced=False, choose=lambda y: None):
    """What is compressed into IDAT."""
    channels = samples.shape[2]
    pixel_bytes = max(1, channels * depth // 8)
    if not interlaced:
        return filtered(packed(samples, depth), pixel_bytes, choose)
    result = b""
    for x, y, dx, dy in PASSES:
        part = samples[y::dy, x::dx]
        if part.size:
            result += filtered(packed(part, depth), pixel_bytes, choose)
    return result


def png(samples, depth, colour_type, interlaced=False, before=(), after=(), palette=None, choose=lambda y: None, level=9, split=None):
    """A whole file. `before` and `after` are chunks around IDAT; `split` cuts IDAT into pieces of so many bytes."""
    height, width = samples.shape[:2]
    data = zlib.compress(image_data(samples, depth, interlaced, choose), level)
    pieces = [data] if split is None else [data[i : i + split] for i in range(0, len(data), split)]
    head = [c for c in before if c[4:8] not in (b"tRNS", b"bKGD", b"hIST")]
    late = [c for c in before if c[4:8] in (b"tRNS", b"bKGD", b"hIST")]
    plte = [chunk(b"PLTE", np.asarray(palette, np.uint8).tobytes())] if palette is not None else []
    return b"".join(
        [SIGNATURE, ihdr(width, height, depth, colour_type, interlaced), *head, *plte, *late]
        + [chunk(b"IDAT", piece) for piece in pieces] + [*after, chunk(b"IEND")])


def to_eight(samples, depth):
    """8-bit samples: the nearest value, as libpng's `png_set_expand` and `png_set_scale_16` give."""
    samples = samples.astype(np.int64)
    if depth == 16:
        return ((samples * 255 + 32895) >> 16).astype(np.uint8)
    return (samples * 255 // (2**depth - 1)).astype(np.uint8)


def rgba(samples, depth, colour_type, palette=None, transparent=None):
    """The RGBA8 pixels that a file of these samples shows. `transparent` is the content of tRNS, as numbers."""
    height, width = samples.shape[:2]
    result = np.full((height, width, 4), 255, np.uint8)
    if colour_type == PALETTE:
        result[..., :3] = np.asarray(palette, np.uint8)[samples[..., 0]]
        if transparent is not None:
            alpha = np.full(256, 255, np.uint8)
            alpha[: len(transparent)] = transparent
            result[..., 3] = alpha[samples[..., 0]]
        return result
    eight = to_eight(samples, depth)
    if colour_type in (GREY, GREY_ALPHA):
        result[..., :3] = eight[..., :1]
    else:
        result[..., :3] = eight[..., :3]
    if colour_type in (GREY_ALPHA, RGBA):
        result[..., 3] = eight[..., -1]
    elif transparent is not None:
        result[..., 3] = np.where((samples == np.asarray(transparent)).all(axis=-1), 0, 255)
    return result
