"""Seeded noise and the small vocabulary that pictures are built from: all arrays are float64, 0 to 1."""
import numpy as np


def smooth(t):
    return t * t * (3 - 2 * t)


def step(low, high, x):
    """0 below `low`, 1 above `high`, smooth between."""
    return smooth(np.clip((x - low) / (high - low), 0, 1))


def mix(a, b, t):
    return a + (b - a) * t


def value_noise(x, y, seed):
    """Smooth noise at the points (x, y), one random value a unit."""
    x0, y0 = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    tx, ty = x - x0, y - y0
    # The quintic has no creases in its slope, which light and shade would show.
    tx, ty = (t * t * t * (t * (t * 6 - 15) + 10) for t in (tx, ty))

    def corner(dx, dy):
        h = ((x0 + dx) * 374761393 + (y0 + dy) * 668265263 + seed * 1442695041) & 0xFFFFFFFF
        h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
        h = ((h ^ (h >> 16)) * 2246822519) & 0xFFFFFFFF
        return ((h ^ (h >> 15)) & 0xFFFFFF) / 0xFFFFFF

    top = mix(corner(0, 0), corner(1, 0), tx)
    bottom = mix(corner(0, 1), corner(1, 1), tx)
    return mix(top, bottom, ty)


def fbm(x, y, seed, octaves=6, gain=0.5):
    """Fractal noise: octaves of value noise, each twice as fine and `gain` as strong."""
    total, weight, sum_ = 1.0, 1.0, np.zeros(np.broadcast(x, y).shape)
    total = 0.0
    for octave in range(octaves):
        sum_ = sum_ + weight * value_noise(x * 2**octave + 17.3 * octave, y * 2**octave - 9.1 * octave, seed + octave)
        total += weight
        weight *= gain
    return sum_ / total


def ridged(x, y, seed, octaves=6):
    """Fractal noise with sharp crests."""
    total, weight, sum_ = 0.0, 1.0, np.zeros(np.broadcast(x, y).shape)
    for octave in range(octaves):
        n = 1 - np.abs(2 * value_noise(x * 2**octave + 5.7 * octave, y * 2**octave + 3.3 * octave, seed + octave) - 1)
        sum_ = sum_ + weight * n * n
        total += weight
        weight *= 0.5
    return sum_ / total


def colour(text):
    """`rrggbb` as three floats."""
    return np.array([int(text[i : i + 2], 16) / 255 for i in (0, 2, 4)])


def gradient(t, *stops):
    """Colours along 0 to 1; stops are (position, `rrggbb`)."""
    positions = [position for position, _ in stops]
    colours = np.array([colour(text) for _, text in stops])
    return np.stack([np.interp(t, positions, colours[:, i]) for i in range(3)], axis=-1)


def over(base, top, alpha):
    """`top` (a colour or a picture) laid over `base`."""
    return base + (top - base) * alpha[..., None]


def blur(picture, radius):
    """Three box blurs: close to a Gaussian."""
    result = picture
    for _ in range(3):
        for axis in (0, 1):
            pad = [(0, 0)] * result.ndim
            pad[axis] = (radius + 1, radius)
            sums = np.cumsum(np.pad(result, pad, mode="edge"), axis=axis)
            upper = np.take(sums, range(2 * radius + 1, sums.shape[axis]), axis=axis)
            lower = np.take(sums, range(0, sums.shape[axis] - 2 * radius - 1), axis=axis)
            result = (upper - lower) / (2 * radius + 1)
    return result


def to_bytes(picture):
    return (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
