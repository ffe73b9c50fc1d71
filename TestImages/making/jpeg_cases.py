"""JPEG files that decode."""
import struct

import numpy as np

from . import jpegfile as J
from .icc import display_p3
from .noise import fbm, to_bytes
from .pictures import letter, target


def inks_to_rgba(inks):
    """Inks (0 is none) over white paper: each light is what both its ink and black let through."""
    light = 255 - inks.astype(float)
    rgb = np.floor(light[..., :3] * light[..., 3:] / 255 + 0.5).astype(np.uint8)
    return np.concatenate([rgb, np.full(rgb.shape[:2] + (1,), 255, np.uint8)], axis=-1)


def stored_planes(data):
    """The four planes of a file as they are stored, by Pillow, which inverts all that it reads."""
    import io
    from PIL import Image

    parts, rest = J.segments(data)
    plain = J.joined([part for part in parts if part[0] != 0xEE], rest)
    return 255 - np.asarray(Image.open(io.BytesIO(plain)))


def to_inks(picture):
    rgb = picture.astype(float)
    black = 255 - rgb.max(axis=-1, keepdims=True)
    inks = np.where(black < 255, (255 - rgb - black) * 255 / np.maximum(255 - black, 1), 0)
    return np.concatenate([inks, black], axis=-1).round().astype(np.uint8)


def to_ycc(rgb):
    r, g, b = (rgb[..., i].astype(float) for i in range(3))
    y = 0.299 * r + 0.587 * g + 0.114 * b
    planes = [y, 128 + (b - y) / 1.772, 128 + (r - y) / 1.402]
    return np.clip(np.stack(planes, -1).round(), 0, 255).astype(np.uint8)


def four_inks(files, card):
    inks = to_inks(card)
    inverted = 255 - inks
    adobe = J.cmyk(inverted, 0)
    files.good("jpeg/cmyk-adobe.jpg", adobe, inks_to_rgba(255 - stored_planes(adobe)), note="Adobe marker, transform 0: inks are stored inverted")
    plain = J.cmyk(inks, None)
    # djpeg takes all inks for inverted ones, so it cannot judge those without Adobe's marker.
    files.good("jpeg/cmyk-without-adobe.jpg", plain, inks_to_rgba(stored_planes(plain)), note="no Adobe marker: inks are not inverted", unchecked=True)
    # YCCK: the inverted inks C, M and Y are taken for R, G and B; K stays (Adobe TN 5116).
    ycck = np.concatenate([to_ycc(inks[..., :3]), inverted[..., 3:]], axis=-1)
    files.good("jpeg/ycck-adobe.jpg", J.cmyk(ycck, 2), note="Adobe marker, transform 2: YCCK")
    unnamed = J.cmyk(ycck, None)
    files.good(
        "jpeg/ycck-without-adobe.jpg", unnamed, inks_to_rgba(stored_planes(unnamed)), unchecked=True,
        note="nothing says that it is YCCK, so its planes are inks (libjpeg's guess for four components)")


def orientations(files):
    upright = letter()
    for value in range(1, 9):
        data = J.cjpeg(J.stored(upright, value), quality=95, sampling="444")
        files.good(f"orientation/exif-{value}.jpg", J.with_segments(data, J.exif(value)), orientation=value, note="shown upright, an F")
    turned = J.cjpeg(J.stored(upright, 6), quality=95, sampling="444")
    straight = J.cjpeg(upright, quality=95, sampling="444")
    small = J.cjpeg(J.stored(letter(30, 22), 3), quality=80)
    add = files.good
    add("orientation/big-endian-6.jpg", J.with_segments(turned, J.exif(6, order=">")), orientation=6, note="EXIF in Motorola byte order")
    add("orientation/progressive-6.jpg", J.with_segments(J.cjpeg(J.stored(upright, 6), "-progressive", quality=95), J.exif(6)), orientation=6)
    add("orientation/thumbnail-other-orientation.jpg", J.with_segments(turned, J.exif(6, small, 3)), orientation=6, note="IFD0 says 6, IFD1 (the thumbnail's) says 3: IFD0 counts")
    add("orientation/only-in-ifd1.jpg", J.with_segments(straight, J.exif(None, small, 8)), note="IFD1 alone says 8: not the picture's")
    add("orientation/invalid-0.jpg", J.with_segments(straight, J.exif(0)), note="0 is no orientation")
    add("orientation/invalid-9.jpg", J.with_segments(straight, J.exif(9)), note="9 is no orientation")
    add("orientation/after-xmp.jpg", J.with_segments(turned, (0xE1, b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>"), J.exif(6)), orientation=6, note="XMP, also an APP1, comes first")
    marker, payload = J.exif(6)
    add("orientation/exif-cut-short.jpg", J.with_segments(straight, (marker, payload[:18])), note="EXIF ends within IFD0: nothing to be read from it")
    loop = payload[:6] + struct.pack("<2sHI", b"II", 42, 8) + struct.pack("<H", 0) + struct.pack("<I", 8)
    add("orientation/exif-loop.jpg", J.with_segments(straight, (marker, loop)), note="IFD0 names itself as the next one")
    far = payload[:6] + struct.pack("<2sHI", b"II", 42, 0xFFFFFFF0) + payload[14:]
    add("orientation/exif-offset-outside.jpg", J.with_segments(straight, (marker, far)), note="IFD0 lies outside the segment")


def variants(files):
    card = target()
    grey = card.mean(axis=-1).astype(np.uint8)
    for name in J.SAMPLING:
        files.good(f"jpeg/baseline-{name}.jpg", J.cjpeg(card, sampling=name))
        files.good(f"jpeg/progressive-{name}.jpg", J.cjpeg(card, "-progressive", sampling=name))
    add = files.good
    add("jpeg/baseline-410.jpg", J.cjpeg(card, sampling="4x2"), note="chroma at a quarter and a half")
    add("jpeg/baseline-grey.jpg", J.cjpeg(grey))
    add("jpeg/progressive-grey.jpg", J.cjpeg(grey, "-progressive"))
    add("jpeg/grey-2x2-factors.jpg", J.cjpeg(grey, sampling="2x2"), note="sampling factors mean nothing with one component")
    add("jpeg/rgb.jpg", J.cjpeg(card, "-rgb", sampling="444"), note="RGB, as the Adobe marker says")
    four_inks(files, card)
    add("jpeg/optimised.jpg", J.cjpeg(card, "-optimize"))
    add("jpeg/arithmetic.jpg", J.cjpeg(card, "-arithmetic"), note="arithmetic coding (SOF9)")
    add("jpeg/arithmetic-progressive.jpg", J.cjpeg(card, "-arithmetic", "-progressive"), note="arithmetic coding (SOF10)")
    add("jpeg/quality-1.jpg", J.cjpeg(card, quality=1))
    add("jpeg/quality-100.jpg", J.cjpeg(card, quality=100, sampling="444"))
    add("jpeg/restart-every-row.jpg", J.cjpeg(card, "-restart", "1"))
    add("jpeg/restart-every-block.jpg", J.cjpeg(card, "-restart", "1B"))
    add("jpeg/restart-progressive.jpg", J.cjpeg(card, "-progressive", "-restart", "3B"))
    profile = display_p3()
    base = J.cjpeg(card)
    add("jpeg/icc.jpg", J.with_segments(base, *J.icc_segments(profile)), note="Display P3, one segment")
    add("jpeg/icc-five-segments.jpg", J.with_segments(base, *J.icc_segments(display_p3(padding=900), 5)))
    add("jpeg/icc-segments-reversed.jpg", J.with_segments(base, *J.icc_segments(profile, 3)[::-1]), note="numbers 3, 2, 1: still whole")
    add("jpeg/icc-segment-missing.jpg", J.with_segments(base, *J.icc_segments(profile, 3)[:2]), note="a profile without its third part is no profile")
    add("jpeg/icc-grey.jpg", J.with_segments(J.cjpeg(grey), *J.icc_segments(display_p3(grey=True))))
    add("jpeg/comment.jpg", J.with_segments(base, (0xFE, b"made for a test")))
    bulk = [(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + bytes(65_000))] * 2
    add("jpeg/large-preamble.jpg", J.with_segments(base, J.exif(1, padding=60_000), *bulk), note="190 KB of metadata before the picture")
    thumbnail = J.cjpeg(target(48, 30))
    progressive = J.cjpeg(card, "-progressive")
    add("jpeg/progressive-baseline-thumbnail.jpg", J.with_segments(progressive, J.exif(1, thumbnail)), note="a baseline file within the EXIF of a progressive one")
    add("jpeg/wrong-exif-size.jpg", J.with_segments(base, J.exif(1, dimensions=(4000, 3000))), note="EXIF says 4000x3000: the frame header counts")
    add("jpeg/bytes-after-end.jpg", base + b"\0" * 100 + b"trailer", note="whatever follows EOI is not the picture's")
    add("jpeg/fill-bytes.jpg", base[:2] + b"\xff" * 7 + base[2:], note="fill bytes before a marker (ISO 10918-1, B.1.1.2)")
    add("jpeg/many-scans.jpg", many_scans(card), note="97 scans, of two coefficients each")
    add("jpeg/spectral-only.jpg", scripted(card, "0,1,2: 0-0, 0, 0;\n" + "".join(f"{c}: 1-63, 0, 0;\n" for c in range(3))), note="no successive approximation")
    add("jpeg/non-interleaved.jpg", scripted(card, "0;\n1;\n2;\n"), note="baseline, a scan for each component")


def scripted(card, script):
    """A file whose scans are those of a script of cjpeg's."""
    import tempfile

    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(script)
        file.flush()
        return J.cjpeg(card, "-scans", file.name)


def many_scans(card):
    lines = ["0,1,2: 0-0, 0, 0;"]
    for component in range(3):
        lines += [f"{component}: {i}-{min(i + 1, 63)}, 0, 0;" for i in range(1, 64, 2)]
    return scripted(card, "\n".join(lines) + "\n")


def sizes(files):
    for width, height in [(1, 1), (2, 1), (1, 2), (7, 9), (8, 8), (9, 8), (15, 17), (16, 16), (17, 16), (33, 31), (64, 1), (1, 64)]:
        card = target(width, height)
        files.good(f"size/jpeg-{width}x{height}.jpg", J.cjpeg(card))
        files.good(f"size/jpeg-progressive-{width}x{height}.jpg", J.cjpeg(card, "-progressive"))
    for width, height in [(8000, 3), (3, 8000)]:
        y, x = np.mgrid[0:height, 0:width]
        bands = np.stack([fbm(x / 200, y / 200, seed, 3) for seed in (1, 2, 3)], axis=-1)
        files.good(f"size/jpeg-{width}x{height}.jpg", J.cjpeg(to_bytes(bands)))


def add_all(files):
    variants(files)
    orientations(files)
    sizes(files)
