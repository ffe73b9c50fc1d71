"""The small pictures that the format files show."""
import numpy as np

from .noise import fbm, gradient, over, colour, step, to_bytes


def target(width=97, height=61, seed=3):
    """A test card: hues, a disc, hard edges and a little grain; odd sides by default."""
    y, x = np.mgrid[0:height, 0:width].astype(float)
    u, v = (x + 0.5) / width, (y + 0.5) / height
    picture = gradient(u, (0, "e23b3b"), (0.25, "f0c541"), (0.5, "3fae5a"), (0.75, "2f7fd0"), (1, "8a3fc0"))
    picture = picture * (1.15 - 0.7 * v[..., None])
    size = min(width, height)
    ring = np.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) / size
    picture = over(picture, colour("ffffff"), 1 - step(0.27, 0.3, ring))
    picture = over(picture, colour("20242c"), (1 - step(0.2, 0.22, ring)) * ((x.astype(int) // 3 + y.astype(int) // 3) % 2))
    picture = picture + 0.12 * (fbm(x / 5, y / 5, seed, 4)[..., None] - 0.5)
    return to_bytes(picture)


def letter(width=60, height=44):
    """An upright F with a corner of another colour each, so that a turned or mirrored picture is seen at once."""
    y, x = np.mgrid[0:height, 0:width]
    u, v = (x + 0.5) / width, (y + 0.5) / height
    picture = np.stack([0.92 - 0.25 * v, 0.93 - 0.1 * u, 0.95 - 0.2 * u * v], axis=-1)
    stem = (u > 0.34) & (u < 0.46) & (v > 0.16) & (v < 0.86)
    arms = ((v > 0.16) & (v < 0.30) & (u > 0.34) & (u < 0.70)) | ((v > 0.44) & (v < 0.57) & (u > 0.34) & (u < 0.62))
    picture[stem | arms] = colour("1d2b53")
    for cx, cy, tint in ((0, 0, "e23b3b"), (1, 0, "3fae5a"), (0, 1, "2f7fd0"), (1, 1, "f0c541")):
        picture[np.hypot((u - cx) * width, (v - cy) * height) < 9] = colour(tint)
    return to_bytes(picture)


def alpha(width, height):
    """Opaque in the middle, clear at the corners."""
    y, x = np.mgrid[0:height, 0:width]
    distance = np.hypot((x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5)
    return to_bytes(1.35 - 2 * distance)
