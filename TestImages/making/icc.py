"""A small ICC profile (ICC.1:2010) made here: Display P3's colours with a gamma curve."""
import struct


def _s15(value):
    return struct.pack(">i", round(value * 65536))


def _xyz(x, y, z):
    return b"XYZ " + bytes(4) + _s15(x) + _s15(y) + _s15(z)


def _text(text):
    data = text.encode("ascii") + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(data)) + data + bytes(4 + 4 + 2 + 1 + 67)


def display_p3(grey=False, padding=0):
    gamma = b"curv" + bytes(4) + struct.pack(">IH", 1, round(2.2 * 256))
    tags = [(b"desc", _text("LazyMedia test P3")), (b"cprt", b"text" + bytes(4) + b"Public domain\0"), (b"wtpt", _xyz(0.9642, 1, 0.8249))]
    if grey:
        tags.append((b"kTRC", gamma))
    else:
        tags += [(b"rXYZ", _xyz(0.5151, 0.2412, -0.0011)), (b"gXYZ", _xyz(0.2919, 0.6922, 0.0419)), (b"bXYZ", _xyz(0.1572, 0.0666, 0.7841))]
        tags += [(b"rTRC", gamma), (b"gTRC", gamma), (b"bTRC", gamma)]
    if padding:
        tags.append((b"test", b"data" + bytes(4) + bytes(i * 37 & 255 for i in range(padding))))
    table, body, offset = b"", b"", 128 + 4 + 12 * len(tags)
    for name, data in tags:
        data += bytes(-len(data) % 4)
        table += name + struct.pack(">II", offset + len(body), len(data))
        body += data
    size = offset + len(body)
    head = struct.pack(">I4sI4s4s4s", size, b"none", 0x02400000, b"mntr", b"GRAY" if grey else b"RGB ", b"XYZ ")
    head += struct.pack(">6H", 2025, 7, 1, 12, 0, 0) + b"acsp" + bytes(4) + bytes(4) + bytes(4) + bytes(4) + bytes(8)
    head += struct.pack(">I", 0) + _s15(0.9642) + _s15(1) + _s15(0.8249) + bytes(4)
    head += bytes(128 - len(head))
    return head + struct.pack(">I", len(tags)) + table + body
