"""Files that must be refused, or survived: cut short, damaged, mislabelled, greedy."""
import struct
import subprocess
import zlib

import numpy as np

from . import jpegfile as J
from . import pngfile as P
from .icc import display_p3
from .pictures import target
from .png_cases import samples_of

FRAME = {0xC0: "baseline", 0xC2: "progressive"}


def cut(data, share):
    return data[: int(len(data) * share)]


def scan_start(data):
    """Where the entropy-coded bytes of the first scan begin."""
    _, rest = J.segments(data)
    return len(data) - len(rest) + 2 + struct.unpack(">H", rest[2:4])[0]


def with_frame(data, marker=None, precision=None, width=None, height=None, payload=None):
    """A JPEG with a changed frame header."""
    parts, rest = J.segments(data)
    for index, (kind, body) in enumerate(parts):
        if kind in FRAME:
            old = struct.unpack(">BHH", body[:5])
            new = (old[0] if precision is None else precision, old[1] if height is None else height, old[2] if width is None else width)
            body = struct.pack(">BHH", *new) + body[5:] if payload is None else payload
            parts[index] = (kind if marker is None else marker, body)
    return J.joined(parts, rest)


def without(data, marker):
    parts, rest = J.segments(data)
    return J.joined([part for part in parts if part[0] != marker], rest)


def png_chunks(data):
    position, result = 8, []
    while position < len(data):
        length = struct.unpack(">I", data[position : position + 4])[0]
        result.append((data[position + 4 : position + 8], data[position + 8 : position + 8 + length]))
        position += 12 + length
    return result


def png_of(chunks):
    return P.SIGNATURE + b"".join(P.chunk(*chunk) for chunk in chunks)


def truncated(files, card, baseline, progressive, png):
    add = lambda name, data, note, error="truncated", form="jpeg": files.bad(f"truncated/{name}", data, error, note, form)
    add("empty.jpg", b"", "no bytes at all", "empty", "")
    add("jpeg-start-only.jpg", baseline[:3], "SOI and half a marker")
    add("jpeg-in-tables.jpg", baseline[:60], "ends within a quantisation table")
    add("jpeg-in-exif.jpg", J.with_segments(baseline, J.exif(1, padding=500))[:300], "ends within EXIF")
    start = scan_start(baseline)
    add("jpeg-before-scan-data.jpg", baseline[:start], "headers alone")
    add("jpeg-mid-scan.jpg", cut(baseline, 0.6), "ends within the scan")
    add("jpeg-last-block.jpg", baseline[:-12], "the last blocks are missing")
    add("jpeg-without-end.jpg", baseline[:-2], "EOI alone is missing, so nothing says that the scan is whole")
    add("progressive-first-scan.jpg", J.joined(J.segments(progressive)[0], J.scans(progressive)[0]), "ends after the first scan")
    add("progressive-mid-scan.jpg", cut(progressive, 0.7), "ends within a later scan")
    add("progressive-without-end.jpg", progressive[:-2], "EOI alone is missing")
    png_add = lambda *arguments: add(*arguments, form="png")
    png_add("png-half-signature.png", png[:4], "ends within the signature", "truncated")
    png_add("png-signature-only.png", png[:8], "the signature alone", "truncated")
    png_add("png-in-header.png", png[:20], "ends within IHDR", "truncated")
    png_add("png-before-data.png", png[:33], "IHDR alone", "truncated")
    png_add("png-mid-data.png", cut(png, 0.5), "ends within IDAT", "truncated")
    interlaced = P.png(card.astype(np.int64), 8, P.RGB, True)
    png_add("png-interlaced-mid-data.png", cut(interlaced, 0.5), "ends within a later pass", "truncated")
    png_add("png-without-end.png", png[:-12], "IEND alone is missing", "truncated")


def corrupt_jpeg(files, card, baseline, progressive):
    add = lambda name, data, note, error="corrupt": files.bad(f"corrupt/{name}", data, error, note, "jpeg")
    start = scan_start(baseline)
    random = np.random.RandomState(9)
    noise = bytes(int(b) for b in random.randint(0, 255, 400))
    add("jpeg-bad-huffman-code.jpg", damaged_at(baseline, start + 500), "damage within the scan")
    add("jpeg-taller-than-data.jpg", with_frame(baseline, height=card.shape[0] * 4), "the frame header promises four times the rows; EOI comes in order")
    add("jpeg-noise-for-scan.jpg", baseline[:start] + noise + b"\xff\xd9", "random bytes for a scan")
    add("jpeg-end-within-scan.jpg", baseline[: start + 700] + b"\xff\xd9" + baseline[start + 700 :], "EOI within the scan")
    restart = J.cjpeg(card, "-restart", "1")
    first = restart.index(b"\xff\xd0")
    add("jpeg-restart-missing.jpg", restart[:first] + restart[first + 2 :], "RST0 is missing")
    parts, rest = J.segments(baseline)
    tables = [(kind, body if kind != J.DHT else body[:1] + b"\xff" * 16 + bytes(range(256)) * 16) for kind, body in parts]
    add("jpeg-huffman-table-overfull.jpg", J.joined(tables, rest), "a code length with 255 codes")
    add("jpeg-without-quantisation.jpg", without(baseline, J.DQT), "no quantisation table")
    add("jpeg-zero-width.jpg", with_frame(baseline, width=0), "no columns")
    add("jpeg-zero-height.jpg", with_frame(baseline, height=0), "no rows (nor does a DNL segment name them later)")
    body = [body for kind, body in parts if kind in FRAME][0]
    add("jpeg-no-components.jpg", with_frame(baseline, payload=body[:5] + b"\0"), "no components", "unsupportedFeature")
    add("jpeg-sampling-zero.jpg", with_frame(baseline, payload=body[:7] + b"\0" + body[8:]), "a sampling factor of 0")
    add("jpeg-sampling-five.jpg", with_frame(baseline, payload=body[:7] + b"\x51" + body[8:]), "a sampling factor of 5")
    table = baseline.index(b"\xff\xdb")
    add("jpeg-table-length.jpg", baseline[: table + 2] + b"\x00\x20" + baseline[table + 4 :], "the quantisation table's length ends within it")
    frame = [part for part in parts if part[0] in FRAME][0]
    add("jpeg-two-frames.jpg", J.joined(parts + [frame], rest), "two frame headers")
    add("jpeg-scan-before-frame.jpg", J.joined([part for part in parts if part[0] not in FRAME], rest), "no frame header")
    add("jpeg-without-scan.jpg", J.joined(parts, b"\xff\xd9"), "EOI before any scan")
    scan = bytearray(rest)
    scan[5] = 77
    add("jpeg-unknown-component.jpg", J.joined(parts, bytes(scan)), "the scan names a component that the frame has not")
    last = len(progressive) - len(J.scans(progressive)[-1])
    add("progressive-bad-last-scan.jpg", damaged_at(progressive, last + 60), "damage in the last scan alone")


def corrupt_png(files, card, png):
    add = lambda name, data, note, error="corrupt": files.bad(f"corrupt/{name}", data, error, note, "png")
    samples = card.astype(np.int64)
    height, width = card.shape[:2]
    chunks = png_chunks(png)
    idat = dict(chunks)[b"IDAT"]

    def raw(*parts):
        return P.SIGNATURE + b"".join(parts)

    header, end = P.ihdr(width, height, 8, P.RGB), P.chunk(b"IEND")
    data = P.chunk(b"IDAT", idat)
    add("png-idat-crc.png", raw(header, P.chunk(b"IDAT", idat, crc=0), end), "wrong CRC of IDAT")
    add("png-ihdr-crc.png", raw(header[:-4] + b"\0\0\0\0", data, end), "wrong CRC of IHDR")
    add("png-length-huge.png", raw(header, P.chunk(b"IDAT", idat, length=0xFFFFFFFF), end), "a chunk length over 2^31 - 1")
    add("png-zlib-header.png", raw(header, P.chunk(b"IDAT", b"\x00\x00" + idat[2:]), end), "no zlib stream")
    mid = len(idat) // 2
    add("png-zlib-damaged.png", raw(header, P.chunk(b"IDAT", idat[:mid] + b"\xff" * 64 + idat[mid + 64 :]), end), "damage within the zlib stream, CRC right")
    add("png-filter-unknown.png", raw(header, P.chunk(b"IDAT", zlib.compress(bad_filter(samples))), end), "filter type 7")
    for name, depth, colour_type, note in [
        ("png-colour-type-5", 8, 5, "no such colour type"), ("png-depth-3", 3, P.GREY, "no such depth"),
        ("png-rgb-depth-4", 4, P.RGB, "RGB has no 4-bit form"),
    ]:
        add(f"{name}.png", raw(P.ihdr(width, height, depth, colour_type), data, end), note)
    add("png-zero-width.png", raw(P.ihdr(0, height, 8, P.RGB), data, end), "no columns")
    add("png-zero-height.png", raw(P.ihdr(width, 0, 8, P.RGB), data, end), "no rows")
    add("png-compression-1.png", raw(P.ihdr(width, height, 8, P.RGB, compression=1), data, end), "no such compression method")
    add("png-interlace-2.png", raw(P.ihdr(width, height, 8, P.RGB, interlaced=2), data, end), "no such interlace method")
    indices = P.chunk(b"IDAT", zlib.compress(P.image_data(samples_of(P.PALETTE, 4), 4)))
    add("png-without-palette.png", raw(P.ihdr(width, height, 4, P.PALETTE), indices, end), "indices without PLTE")
    add("png-palette-odd-length.png", raw(P.ihdr(width, height, 4, P.PALETTE), P.chunk(b"PLTE", bytes(47)), indices, end), "PLTE is not a multiple of three")
    add("png-without-data.png", raw(header, end), "no IDAT")
    add("png-without-header.png", raw(data, end), "no IHDR")
    add("png-unknown-critical.png", raw(header, P.chunk(b"CrIT", b"1234"), data, end), "a chunk that may not be ignored")
    add("png-bad-chunk-name.png", raw(header, P.chunk(b"\x01\x02\x03\x04", b"1234"), data, end), "a chunk type that is no letters")
    add("png-ascii-transfer.png", png.replace(b"\r\n", b"\n"), "line ends were converted on the way")
    rows = P.image_data(samples, 8)[: height * width]
    add("png-taller-than-data.png", raw(header, P.chunk(b"IDAT", zlib.compress(rows, 9)), end), "IDAT holds a third of the rows, and ends in order")


def bad_filter(samples):
    data = bytearray(P.image_data(samples, 8))
    stride = samples.shape[1] * samples.shape[2] + 1
    data[stride * 20] = 7
    return bytes(data)


def unsupported(files, baseline, png):
    add = lambda name, data, note, form: files.bad(f"unsupported/{name}", data, "unsupportedFeature", note, form)
    add("jpeg-12-bit.jpg", with_frame(baseline, marker=0xC1, precision=12), "12 bits a sample", "jpeg")
    add("jpeg-lossless.jpg", with_frame(baseline, marker=0xC3), "lossless (SOF3)", "jpeg")
    add("jpeg-hierarchical.jpg", with_frame(baseline, marker=0xC5), "hierarchical (SOF5)", "jpeg")
    parts, _ = J.segments(baseline)
    body = [body for kind, body in parts if kind in FRAME][0]
    five = body[:5] + b"\5" + b"".join(bytes([i, 0x11, 0]) for i in range(1, 6))
    add("jpeg-five-components.jpg", with_frame(baseline, payload=five), "five components", "jpeg")
    chunks = png_chunks(png)
    deflated = zlib.decompress(dict(chunks)[b"IDAT"])
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bare = packer.compress(deflated) + packer.flush()
    apple = [(b"CgBI", b"\x50\x00\x20\x02"), chunks[0], (b"IDAT", bare), (b"IEND", b"")]
    add("png-cgbi.png", png_of(apple), "Apple's CgBI: not PNG's byte order, alpha or compression", "png")


def lying(files, baseline, png):
    files.good("lying/jpeg-named.png", baseline, note="a JPEG under a PNG's name")
    files.good("lying/png-named.jpg", png, note="a PNG under a JPEG's name")
    files.good("lying/jpeg-without-suffix", baseline, note="a JPEG under no suffix")
    add = lambda name, data, note, error="unsupportedFormat", form="": files.bad(f"lying/{name}", data, error, note, form)
    add("html-named.jpg", b"<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body></body></html>\n", "an error page", form="html")
    add("html-with-blanks-named.png", b"\n\n  <HTML><body>captive portal</body></HTML>", "a captive portal's page", form="html")
    vp8 = bytes.fromhex("30010000 9d012a 0100 0100".replace(" ", "")) + bytes(9)
    add("webp-named.jpg", b"RIFF" + struct.pack("<I", 12 + len(vp8)) + b"WEBPVP8 " + struct.pack("<I", len(vp8)) + vp8, "head of a WebP", form="webp")
    add("gif-named.jpg", b"GIF89a" + struct.pack("<HH", 1, 1) + b"\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;", "a GIF of one pixel", form="gif")
    add("avif-named.png", struct.pack(">I", 28) + b"ftypavif" + bytes(4) + b"avifmif1miaf" + bytes(40), "head of an AVIF", form="avif")
    add("heic-named.jpg", struct.pack(">I", 24) + b"ftypheic" + bytes(4) + b"mif1heic" + bytes(40), "head of a HEIC", form="heif")
    add("mp4-named.jpg", struct.pack(">I", 24) + b"ftypisom" + bytes(4) + b"isommp42" + bytes(40), "head of an MP4", form="mp4")
    add("webm-named.jpg", bytes.fromhex("1a45dfa3") + b"\x93\x42\x82\x84webm" + bytes(40), "head of a WebM", form="webm")
    add("svg-named.png", b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>\n', "an SVG", form="svg")
    add("bmp-named.jpg", b"BM" + struct.pack("<IHHIIiiHHIIiiII", 58, 0, 0, 54, 40, 1, 1, 1, 24, 0, 4, 0, 0, 0, 0) + bytes(4), "a BMP of one pixel", form="bmp")
    add("tiff-named.jpg", b"II*\0\x08\0\0\0\0\0\0\0\0\0", "head of a TIFF", form="tiff")
    add("text-named.jpg", b"upstream timed out\n" * 4, "plain text", "notAnImage")
    add("json-named.png", b'{"error":"not found","status":404}\n', "JSON", "notAnImage")
    add("zeros-named.jpg", bytes(512), "zeros", "notAnImage")


def complaint(data):
    """What djpeg says about a file."""
    return subprocess.run(["djpeg", "-pnm"], input=data, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).stderr.decode()


def damaged_at(data, position):
    """A file with some bytes overwritten near a place, so that a Huffman code is met that there is none of."""
    for offset in range(position, position + 2000):
        for junk in (b"\xfe\xfe\xfe", b"\xff\x00\xff\x00\xff\x00", b"\x00\x00\x00\x00"):
            damaged = data[:offset] + junk + data[offset + len(junk) :]
            if "bad Huffman code" in complaint(damaged):
                return damaged
    raise ValueError("no place found")


def zero_scan(coefficient, high, low, blocks):
    """A scan of one coefficient that is zero in every block (ISO 10918-1, annex G): runs of blocks alone."""
    bits = ""
    while blocks:
        # The code of a run of 2^n blocks and more is n in four bits, see `scan_bomb`; n bits of what is over follow.
        size = min(blocks.bit_length() - 1, 14)
        run = min(blocks, 2 ** (size + 1) - 1)
        bits += f"{size:04b}" + (f"{run - 2**size:0{size}b}" if size else "")
        blocks -= run
    bits += "1" * (-len(bits) % 8)
    data = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)).replace(b"\xff", b"\xff\x00")
    return J.segment(J.SOS, bytes([1, 1, 0, coefficient, coefficient, high << 4 | low])) + data


def scan_bomb(width, height):
    """A grey progressive file in which each of 63 coefficients is refined bit by bit: 14 scans each, all lawful."""
    import tempfile

    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("0: 0-0, 0, 0;\n0: 1-63, 0, 0;\n")
        file.flush()
        data = J.cjpeg(np.full((height, width), 180, np.uint8), "-scans", file.name)
    blocks = -(-width // 8) * -(-height // 8)
    # Fifteen codes of four bits, one for each length of run.
    table = J.segment(J.DHT, b"\x10" + bytes([0, 0, 0, 15]) + bytes(12) + bytes(size << 4 for size in range(15)))
    scans = [zero_scan(k, 0 if low == 13 else low + 1, low, blocks) for k in range(1, 64) for low in range(13, -1, -1)]
    return J.joined(J.segments(data)[0], J.scans(data)[0] + table + b"".join(scans) + b"\xff\xd9")


def flat_progressive(side):
    return J.cjpeg(np.full((side, side), 180, np.uint8), "-progressive", "-grayscale")


def bombs(files, baseline, progressive, png):
    add = lambda name, data, note, form, error="limitExceeded": files.bad(f"bombs/{name}", data, error, note, form)
    add("jpeg-65500x65500.jpg", with_frame(baseline, width=65500, height=65500), "4,290 megapixels", "jpeg")
    tiny = flat_progressive(8)
    add("jpeg-progressive-65500x65500.jpg", with_frame(tiny, width=65500, height=65500), f"{len(tiny)} bytes that ask for gigabytes of coefficients", "jpeg")
    add("jpeg-over-64-megapixels.jpg", with_frame(baseline, width=8001, height=8000), "one column over the limit", "jpeg")
    add("jpeg-16385x1.jpg", with_frame(baseline, width=16385, height=1), "one pixel over the limit of a side", "jpeg")
    add("jpeg-scans.jpg", scan_bomb(3000, 3000), "883 scans in right progression over 9 megapixels", "jpeg")
    add("jpeg-scans-small.jpg", scan_bomb(97, 61), "883 scans in right progression over a small picture", "jpeg")
    small = J.cjpeg(target().mean(axis=-1).astype(np.uint8), "-progressive", "-grayscale")
    scans = J.scans(small)
    again = J.joined(J.segments(small)[0], b"".join(scans) + min(scans[1:], key=len) * 600 + b"\xff\xd9")
    add("jpeg-scan-repeated.jpg", again, "one scan 601 times, which is no progression", "jpeg", "corrupt")

    header = lambda width, height, depth=8, kind=P.RGBA: P.SIGNATURE + P.ihdr(width, height, depth, kind)
    idat, end = P.chunk(b"IDAT", zlib.compress(bytes(70_000), 9)), P.chunk(b"IEND")
    add("png-2147483647x2147483647.png", header(2**31 - 1, 2**31 - 1) + idat + end, "the largest size that IHDR can name", "png")
    add("png-1-bit-16000x16000.png", header(16000, 16000, 1, P.GREY) + idat + end, "256 megapixels of one bit", "png")
    add("png-over-64-megapixels.png", header(8001, 8000, 1, P.GREY) + idat + end, "one column over the limit", "png")
    add("png-16385x1.png", header(16385, 1) + idat + end, "one pixel over the limit of a side", "png")
    samples = target().astype(np.int64)
    pixels = P.rgba(samples, 8, P.RGB)
    blank = zlib.compress(bytes(32 << 20), 9)

    def survived(name, note, **options):
        files.good(f"bombs/{name}", P.png(samples, 8, P.RGB, **options), pixels, note=note, unchecked=True)

    survived("png-ztxt-32-megabytes.png", "zTXt that inflates to 32 MiB: text is not kept", before=[P.chunk(b"zTXt", b"Comment\0\0" + blank)])
    survived("png-itxt-32-megabytes.png", "iTXt that inflates to 32 MiB: text is not kept", before=[P.chunk(b"iTXt", b"Comment\0\1\0\0\0" + blank)])
    survived("png-iccp-32-megabytes.png", "iCCP that inflates to 32 MiB: dropped", before=[P.chunk(b"iCCP", b"bomb\0\0" + blank)])
    profile = bytearray(display_p3())
    profile[0:4] = struct.pack(">I", 0x7FFFFFFF)
    survived("png-iccp-huge-size.png", "an ICC profile that says it has 2 GiB: dropped", before=[P.chunk(b"iCCP", b"bomb\0\0" + zlib.compress(bytes(profile)))])
    survived("png-text-5000-chunks.png", "5,000 text chunks", before=[P.chunk(b"tEXt", b"a\0b")] * 5000)
    chunks = png_chunks(png)
    longer = zlib.compress(P.image_data(samples, 8) + bytes(32 << 20), 9)
    files.good("bombs/png-idat-32-megabytes.png", png_of([chunks[0], (b"IDAT", longer), chunks[-1]]), pixels, note="IDAT goes on for 32 MiB after the last row: left alone", unchecked=True)


def add_all(files):
    card = target()
    baseline, progressive = J.cjpeg(card), J.cjpeg(card, "-progressive")
    png = P.png(card.astype(np.int64), 8, P.RGB)
    truncated(files, card, baseline, progressive, png)
    corrupt_jpeg(files, card, baseline, progressive)
    corrupt_png(files, card, png)
    unsupported(files, baseline, png)
    lying(files, baseline, png)
    bombs(files, baseline, progressive, png)
    short = baseline[:2] + b"\xff\xe5\x00\x01" + baseline[2:]
    files.good("jpeg/segment-length-one.jpg", short, note="an APP5 whose length does not cover itself: libjpeg passes over it")
    files.good("jpeg/without-huffman-tables.jpg", without(baseline, J.DHT), note="as in motion JPEG: the standard's tables are meant")
