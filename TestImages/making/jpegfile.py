"""JPEG files through cjpeg and jpegtran, and what those cannot do: segments, EXIF, ICC, surgery."""
import io
import struct
import subprocess

import numpy as np

SOI, EOI, SOS, DQT, DHT = 0xD8, 0xD9, 0xDA, 0xDB, 0xC4
SAMPLING = {"444": "1x1", "422": "2x1", "420": "2x2", "440": "1x2", "411": "4x1"}


def run(arguments, data):
    return subprocess.run(arguments, input=data, stdout=subprocess.PIPE, check=True).stdout


def ppm(pixels):
    height, width = pixels.shape[:2]
    kind = b"P5" if pixels.ndim == 2 else b"P6"
    return kind + b"\n%d %d\n255\n" % (width, height) + pixels.astype(np.uint8).tobytes()


def cjpeg(pixels, *options, quality=85, sampling="420"):
    arguments = ["cjpeg", "-quality", str(quality), "-sample", SAMPLING.get(sampling, sampling), *options]
    return run(arguments, ppm(pixels))


def cmyk(planes, transform):
    """Four planes, stored as they are, inks not inverted; `transform` is what the Adobe marker says, or `None` for
    no marker."""
    from PIL import Image

    # Pillow inverts what it writes, as Adobe does.
    output = io.BytesIO()
    Image.frombytes("CMYK", planes.shape[1::-1], (255 - planes).tobytes()).save(output, "JPEG", quality=90)
    parts, rest = segments(output.getvalue())
    adobe = b"Adobe" + struct.pack(">HHHB", 100, 0, 0, transform or 0)
    parts = [part for part in parts if part[0] not in (0xE0, 0xEE)]
    if transform is not None:
        parts.insert(0, (0xEE, adobe))
    return joined(parts, rest)


def segments(data):
    """The marker segments before the first scan, as (marker, payload), and all from SOS on."""
    assert data[:2] == b"\xff\xd8"
    position, parts = 2, []
    while True:
        marker = data[position + 1]
        if marker == SOS:
            return parts, data[position:]
        length = struct.unpack(">H", data[position + 2 : position + 4])[0]
        parts.append((marker, data[position + 4 : position + 2 + length]))
        position += 2 + length


def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def joined(parts, rest):
    return b"\xff\xd8" + b"".join(segment(*part) for part in parts) + rest


def with_segments(data, *added):
    """A file with segments put right after SOI (in place of JFIF's, where EXIF is added)."""
    parts, rest = segments(data)
    if any(payload.startswith(b"Exif") for _, payload in added):
        parts = [part for part in parts if part[0] != 0xE0]
    return joined(list(added) + parts, rest)


def scans(data):
    """The parts from each SOS, tables between scans included, to the next; EOI left out."""
    _, rest = segments(data)
    starts, position = [], 0
    result, begin = [], 0
    while position < len(rest) - 1:
        if rest[position] == 0xFF and rest[position + 1] not in (0, *range(0xD0, 0xD8), 0xFF):
            marker = rest[position + 1]
            if marker == EOI:
                result.append(rest[begin:position])
                return result
            starts.append(marker)
            if marker in (SOS, DHT) and position > begin and SOS in starts[:-1]:
                result.append(rest[begin:position])
                begin, starts = position, [marker]
            position += 2 + struct.unpack(">H", rest[position + 2 : position + 4])[0]
        else:
            position += 1
    raise ValueError("no EOI")


def exif(orientation=None, thumbnail=None, thumbnail_orientation=None, order="<", padding=0, dimensions=None):
    """An APP1 segment: IFD0 with an orientation, IFD1 with a thumbnail (Exif 2.32)."""
    def entry(tag, kind, value):
        count = 1
        packed = struct.pack(order + "H", value) + b"\0\0" if kind == 3 else struct.pack(order + "I", value)
        return struct.pack(order + "HHI", tag, kind, count) + packed

    first = []
    if dimensions:
        first += [entry(0x0100, 4, dimensions[0]), entry(0x0101, 4, dimensions[1])]
    if orientation is not None:
        first.append(entry(0x0112, 3, orientation))
    has_second = thumbnail is not None or thumbnail_orientation is not None
    start = 8 + 2 + 12 * len(first) + 4
    second_at = start + padding if has_second else 0
    body = struct.pack(order + "H", len(first)) + b"".join(first) + struct.pack(order + "I", second_at) + bytes(padding)
    if has_second:
        second = []
        if thumbnail_orientation is not None:
            second.append(entry(0x0112, 3, thumbnail_orientation))
        count = len(second) + (3 if thumbnail else 0)
        data_at = second_at + 2 + 12 * count + 4
        if thumbnail:
            second.insert(0, entry(0x0103, 3, 6))
            second += [entry(0x0201, 4, data_at), entry(0x0202, 4, len(thumbnail))]
        body += struct.pack(order + "H", count) + b"".join(second) + bytes(4) + (thumbnail or b"")
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    return 0xE1, b"Exif\0\0" + head + body


def icc_segments(profile, pieces=1):
    size = -(-len(profile) // pieces)
    return [
        (0xE2, b"ICC_PROFILE\0" + bytes([i + 1, pieces]) + profile[i * size : (i + 1) * size]) for i in range(pieces)
    ]


def stored(upright, orientation):
    """The pixels that, shown with an orientation, give `upright`."""
    turned = upright.swapaxes(0, 1) if orientation >= 5 else upright
    flips = {1: (0, 0), 2: (0, 1), 3: (1, 1), 4: (1, 0), 5: (0, 0), 6: (1, 0), 7: (1, 1), 8: (0, 1)}
    # For 5 to 8 the flips are those of the stored rows and columns after the axes changed places.
    vertical, horizontal = flips[orientation]
    if vertical:
        turned = turned[::-1]
    if horizontal:
        turned = turned[:, ::-1]
    return np.ascontiguousarray(turned)
