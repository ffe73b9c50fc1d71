"""Collects the files, with what a decoder should make of each, and writes them with the manifest."""
import hashlib
import io
import pathlib
import shutil
import subprocess

import numpy as np

COLUMNS = ["path", "format", "width", "height", "orientation", "expected", "error", "sha256", "note"]


class Catalogue:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.rows = []
        self.folders = set()

    def write(self, path, data):
        file = self.root / path
        folder = path.split("/")[0]
        if folder not in self.folders:
            shutil.rmtree(self.root / folder, ignore_errors=True)
            self.folders.add(folder)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        return file

    def good(self, path, data, pixels=None, orientation=1, note="", unchecked=False):
        """A file that decodes. `pixels` is RGBA8 as stored; where the maker does not know it, the reference decoder
        tells, and where both do they must agree. `unchecked` is for what the reference decoder gets wrong."""
        file = self.write(path, data)
        form = "png" if data.startswith(b"\x89PNG") else "jpeg"
        if not unchecked:
            seen = djpeg(file) if form == "jpeg" else pngtopam(file)
            if pixels is not None and not np.array_equal(pixels, seen):
                raise AssertionError(f"{path}: the reference decoder sees other pixels than were meant")
            pixels = seen
        height, width = pixels.shape[:2]
        digest = hashlib.sha256(np.ascontiguousarray(pixels).tobytes()).hexdigest()
        self.rows.append([path, form, width, height, orientation, "decode", "", digest, note])

    def bad(self, path, data, error, note, form=""):
        """A file that is refused, with the `CodecError.code` that says so."""
        self.write(path, data)
        self.rows.append([path, form, "", "", "", "error", error, "", note])

    def save(self):
        lines = ["\t".join(COLUMNS)] + ["\t".join(str(value) for value in row) for row in sorted(self.rows)]
        (self.root / "manifest.tsv").write_text("\n".join(lines) + "\n")


def parse_pnm(data):
    """PNM or PAM as samples (height, width, channels) and the largest value."""
    stream = io.BytesIO(data)
    kind = stream.readline().strip()
    if kind == b"P7":
        fields = {}
        while True:
            words = stream.readline().split()
            if words[0] == b"ENDHDR":
                break
            fields[words[0]] = words[1]
        width, height, channels, largest = (int(fields[name]) for name in (b"WIDTH", b"HEIGHT", b"DEPTH", b"MAXVAL"))
    else:
        words = []
        while len(words) < 3:
            words += stream.readline().split(b"#")[0].split()
        width, height, largest = map(int, words)
        channels = {b"P5": 1, b"P6": 3}[kind]
    samples = np.frombuffer(stream.read(), ">u2" if largest > 255 else np.uint8)
    return samples.reshape(height, width, channels).astype(np.int64), largest


def as_rgba(samples, largest):
    if largest == 65535:
        eight = (samples * 255 + 32895) >> 16
    else:
        eight = samples * 255 // largest
    height, width, channels = samples.shape
    result = np.full((height, width, 4), 255, np.uint8)
    result[..., :3] = eight[..., :1] if channels < 3 else eight[..., :3]
    if channels in (2, 4):
        result[..., 3] = eight[..., -1]
    return result


def djpeg(file):
    """The pixels by libjpeg-turbo's own program (islow, fancy upsampling, block smoothing)."""
    output = subprocess.run(["djpeg", "-pnm", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    return as_rgba(*parse_pnm(output.stdout))


def pngtopam(file):
    """The pixels by netpbm over libpng."""
    output = subprocess.run(
        ["pngtopam", "-alphapam", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    return as_rgba(*parse_pnm(output.stdout))
