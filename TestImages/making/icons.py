"""Twelve app icons, 80 x 80 with alpha: a rounded square, a glyph, a soft shadow."""
import numpy as np

from .noise import blur, colour, gradient, mix, step

SIZE, SCALE = 80, 4
# Signed distances below are in units of half an icon: -1 to 1 over its width.
_axis = (np.arange(SIZE * SCALE) + 0.5) / (SIZE * SCALE) * 2 - 1
Y, X = np.meshgrid(_axis, _axis, indexing="ij")


def circle(x, y, r):
    return np.hypot(X - x, Y - y) - r


def box(x, y, half_w, half_h, r=0.0):
    dx, dy = np.abs(X - x) - half_w + r, np.abs(Y - y) - half_h + r
    return np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0) - r


def segment(x0, y0, x1, y1, r):
    t = np.clip(((X - x0) * (x1 - x0) + (Y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2), 0, 1)
    return np.hypot(X - x0 - t * (x1 - x0), Y - y0 - t * (y1 - y0)) - r


def polygon(points, r=0.0):
    """A polygon, its corners rounded by `r`."""
    distance, inside = np.full(X.shape, np.inf), np.zeros(X.shape, dtype=bool)
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        distance = np.minimum(distance, segment(x0, y0, x1, y1, 0))
        if y0 != y1:
            crosses = ((Y < y0) != (Y < y1)) & (X < (x1 - x0) * (Y - y0) / (y1 - y0) + x0)
            inside ^= crosses
    return np.where(inside, -distance, distance) - r


def union(*shapes):
    return np.minimum.reduce(shapes)


def cut(shape, *others):
    return np.maximum.reduce([shape] + [-other for other in others])


def play():
    return polygon([(-0.2, -0.32), (0.36, 0.0), (-0.2, 0.32)], 0.07)


def heart():
    lobes = union(circle(-0.2, -0.13, 0.235), circle(0.2, -0.13, 0.235))
    return union(lobes, polygon([(-0.365, 0.03), (0.365, 0.03), (0.0, 0.42)], 0.03), box(0, 0, 0.22, 0.12))


def star():
    angles = [(-np.pi / 2 + i * np.pi / 5, 0.44 if i % 2 == 0 else 0.2) for i in range(10)]
    return polygon([(np.cos(a) * r, np.sin(a) * r + 0.03) for a, r in angles], 0.05)


def bolt():
    return polygon([(0.1, -0.5), (-0.3, 0.08), (-0.03, 0.08), (-0.1, 0.5), (0.3, -0.1), (0.03, -0.1)], 0.03)


def leaf():
    blade = np.maximum(np.hypot(X + 0.34, Y + 0.34) - 0.72, np.hypot(X - 0.34, Y - 0.34) - 0.72)
    return union(cut(blade, segment(-0.16, 0.16, 0.2, -0.2, 0.018)), segment(-0.4, 0.4, -0.18, 0.18, 0.04))


def note():
    return union(
        circle(-0.22, 0.3, 0.15), circle(0.27, 0.2, 0.15), box(-0.1, -0.05, 0.035, 0.36), box(0.39, -0.15, 0.035, 0.36),
        polygon([(-0.13, -0.4), (0.42, -0.5), (0.42, -0.33), (-0.13, -0.23)]))


def camera():
    body = union(box(0, 0.07, 0.48, 0.3, 0.1), box(0, -0.24, 0.18, 0.1, 0.06))
    return union(cut(body, circle(0, 0.07, 0.2), circle(0.34, -0.1, 0.045)), circle(0, 0.07, 0.125))


def bubble():
    body = union(box(0, -0.06, 0.45, 0.31, 0.2), polygon([(-0.24, 0.18), (-0.02, 0.2), (-0.3, 0.44)], 0.02))
    return cut(body, *(circle(x, -0.06, 0.06) for x in (-0.2, 0.0, 0.2)))


def peaks():
    far = polygon([(-0.02, 0.34), (0.24, -0.06), (0.5, 0.34)], 0.04)
    near = polygon([(-0.5, 0.34), (-0.14, -0.22), (0.22, 0.34)], 0.04)
    return union(cut(far, near - 0.05), near, circle(0.28, -0.32, 0.12))


def gamepad():
    body = union(box(0, -0.02, 0.4, 0.2, 0.18), circle(-0.34, 0.14, 0.17), circle(0.34, 0.14, 0.17))
    return cut(body, box(-0.25, 0.0, 0.13, 0.04), box(-0.25, 0.0, 0.04, 0.13), circle(0.2, 0.06, 0.05), circle(0.32, -0.06, 0.05))


def plane():
    return union(
        cut(polygon([(-0.46, 0.02), (0.46, -0.42), (0.16, 0.42), (-0.04, 0.12)], 0.02), segment(-0.04, 0.12, 0.42, -0.38, 0.022)),
        polygon([(-0.04, 0.16), (0.1, 0.3), (-0.06, 0.42)], 0.01))


def clock():
    return cut(circle(0, 0, 0.46), segment(0, 0, 0, -0.28, 0.04), segment(0, 0, 0.2, 0.1, 0.04))


ICONS = [
    (play, "ff5f6d", "c4173f"), (heart, "ff9ac2", "e0357f"), (star, "ffd75e", "f08a1d"), (bolt, "7b6bff", "3b1fc9"),
    (leaf, "8fe07c", "1f8f55"), (note, "ff8a5c", "d42f6a"), (camera, "7f8ea3", "2b3748"), (bubble, "6fe36f", "149a4c"),
    (peaks, "7fd0ff", "1c68d4"), (gamepad, "b36bff", "5a1fb5"), (plane, "5fd4f5", "0f7fd0"), (clock, "4a4f5f", "14161f"),
]


def icon(index):
    glyph, top, bottom = ICONS[index]
    pixel = 2 / (SIZE * SCALE)

    def cover(distance):
        return 1 - step(-pixel, pixel, distance)

    plate = (np.abs(X / 0.92) ** 5 + np.abs((Y + 0.03) / 0.92) ** 5) ** 0.2 - 1
    ramp = np.clip((Y + 1) / 2 + 0.12 * X, 0, 1)
    paint = gradient(ramp, (0.05, top), (0.95, bottom))
    # A highlight above, as of light from over the screen.
    shine = (1 - step(-0.05, 0.75, np.hypot(X * 0.7, (Y + 1.25)) - 0.75)) * 0.28
    paint = mix(paint, 1.0, shine[..., None])
    shape = cover(glyph())
    cast = np.roll(blur(shape, 5), 7, axis=0) * 0.3
    paint = paint * (1 - cast[..., None])
    paint = mix(paint, mix(colour("ffffff"), colour("e8ecf5"), ramp[..., None]), shape[..., None])
    alpha = cover(plate)
    shadow = np.roll(blur(alpha, 7), 6, axis=0) * 0.38
    total = alpha + shadow * (1 - alpha)
    premultiplied = paint * alpha[..., None]
    fine = np.concatenate([premultiplied, total[..., None]], axis=-1)
    small = fine.reshape(SIZE, SCALE, SIZE, SCALE, 4).mean(axis=(1, 3))
    straight = small[..., :3] / np.maximum(small[..., 3:], 1e-6)
    result = np.concatenate([np.where(small[..., 3:] > 0.002, straight, 0), small[..., 3:]], axis=-1)
    return (np.clip(result, 0, 1) * 255 + 0.5).astype(np.uint8)
