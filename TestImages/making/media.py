"""Twelve landscapes and still lifes, 1200 x 627, drawn from noise: the pictures an ad would show."""
import numpy as np

from .noise import blur, colour, fbm, gradient, mix, over, ridged, step, to_bytes, value_noise

WIDTH, HEIGHT = 1200, 627
# Pixel centres; x runs from 0 to about 1.91, y from 0 (top) to 1.
Y, X = np.mgrid[0:HEIGHT, 0:WIDTH] / HEIGHT
ROW = X[:1]


def finish(picture, seed, grain=0.012, vignette=0.25):
    """The last touch of a camera: darker corners and a little grain."""
    distance = ((X - 0.957) / 0.957) ** 2 + ((Y - 0.5) / 0.5) ** 2
    picture = picture * (1 - vignette * np.clip(distance / 2, 0, 1) ** 1.5)[..., None]
    random = np.random.RandomState(seed)
    return to_bytes(picture + random.normal(0, grain, (HEIGHT, WIDTH, 1)))


def disc(x, y, radius, soft):
    return 1 - step(radius - soft, radius + soft, np.hypot(X - x, Y - y))


def glow(x, y, size, power=2.0):
    return np.exp(-((np.hypot(X - x, Y - y) / size) ** power))


def stars(seed, count, limit=1.0):
    random = np.random.RandomState(seed)
    sky = np.zeros((HEIGHT, WIDTH, 3))
    for _ in range(count):
        x, y = random.randint(2, WIDTH - 3), random.randint(2, max(3, int(HEIGHT * limit) - 3))
        tint = mix(colour("ffe9d0"), colour("cfe0ff"), random.rand())
        brightness = random.rand() ** 4
        sky[y, x] += tint * (0.25 + 0.75 * brightness)
        if brightness > 0.5:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                sky[y + dy, x + dx] += tint * brightness * 0.35
    return sky


def hillshade(height, azimuth=(-0.6, -0.55), relief=60.0):
    """Light from the upper left on a height field."""
    dy, dx = np.gradient(height)
    nx, ny, nz = -dx * relief, -dy * relief, 1.0
    length = np.sqrt(nx * nx + ny * ny + nz * nz)
    lx, ly = azimuth
    lz = np.sqrt(max(0.0, 1 - lx * lx - ly * ly))
    return np.clip((nx * lx + ny * ly + nz * lz) / length, 0, 1)


def mountains_at_dawn():
    sky = gradient(Y[:, :], (0, "27406e"), (0.3, "7d86b5"), (0.52, "e59a82"), (0.7, "ffcf98"))
    clouds = step(0.5, 0.85, fbm(X * 2.2, Y * 9, 11)) * step(0.02, 0.2, Y) * (1 - step(0.35, 0.6, Y))
    picture = over(sky, colour("ffc4a3"), clouds * 0.7)
    picture += colour("ffcf8a") * glow(1.28, 0.45, 0.55, 1.3)[..., None] * 0.55
    picture = over(np.clip(picture, 0, 0.97), colour("fffef4"), disc(1.28, 0.41, 0.04, 0.004))
    layers = [
        (0.50, 0.20, "b58aa0", 2.0), (0.57, 0.20, "8a6f95", 2.6), (0.65, 0.18, "5d5683", 3.2),
        (0.74, 0.16, "383a66", 4.0), (0.86, 0.14, "1b2145", 5.0),
    ]
    for index, (base, size, tint, scale) in enumerate(layers):
        crest = base + size * (0.5 - ridged(ROW * scale, np.full_like(ROW, 3.7 * index), 21 + index, 7))
        inside = step(0, 0.0025, Y - crest)
        depth = np.clip((Y - crest) / 0.28, 0, 1)
        rock = fbm(X * 14, Y * 22, 31 + index, 5)
        body = mix(colour(tint) * 1.0, colour("ffc9a0"), 0.28 * (1 - index / 5) * depth[..., None])
        picture = over(picture, body * (0.86 + 0.28 * rock[..., None]), inside)
    return finish(picture, 1)


def sea_at_sunset():
    horizon, sun = 0.56, (0.72, 0.5)
    picture = gradient(Y / horizon, (0, "2a2f63"), (0.45, "a1527b"), (0.8, "f2865e"), (1, "ffd27a"))
    bank = step(0.42, 0.8, fbm(X * 1.6 + 3, Y * 6, 5, 7)) * (1 - step(0.42, 0.56, Y))
    lit = mix(colour("5a3766"), colour("ff9b6b"), step(0.1, 0.5, Y)[..., None])
    picture = over(picture, lit, bank * 0.85)
    picture += colour("ffb45e") * glow(*sun, 0.5, 1.2)[..., None] * 0.6
    picture = over(picture, colour("fffbe0"), disc(*sun, 0.06, 0.004))
    depth = np.clip((Y - horizon) / (1 - horizon), 1e-3, 1)
    # Waves: rows of noise that grow towards the shore.
    perspective = 1 / (depth * 0.9 + 0.035)
    wave = fbm((X - sun[0]) * perspective * 0.9 + 40, perspective * 6.5, 71, 5)
    water = gradient(depth + (wave - 0.5) * 0.5, (0, "d9815f"), (0.25, "7f4b70"), (0.7, "2c2a58"), (1, "151a3d"))
    path = np.exp(-(((X - sun[0]) / (0.055 + 0.24 * depth)) ** 2)) * step(0.42, 0.62, wave + 0.12 * (1 - depth))
    water = water + colour("ffc27a") * path[..., None] * 0.95
    water += colour("ffd9a0") * (step(0.66, 0.8, wave) * 0.25)[..., None]
    picture = over(picture, water, step(horizon - 0.001, horizon + 0.001, Y))
    # A headland.
    crest = 0.56 - 0.13 * step(1.25, 1.95, ROW) - 0.03 * (fbm(ROW * 9, ROW * 0, 8) - 0.5) * step(1.25, 1.5, ROW)
    land = step(0, 0.002, Y - crest) * (1 - step(0.562, 0.566, Y)) * step(1.2, 1.3, X)
    picture = over(picture, colour("22183a"), land)
    return finish(picture, 2)


def aurora():
    picture = gradient(Y, (0, "050b24"), (0.45, "0b2245"), (0.75, "1f4a66"), (1, "27566b"))
    picture += stars(33, 900, 0.75)
    for index, (tint, base, height) in enumerate([("4dffb0", 0.56, 0.5), ("63e6ff", 0.5, 0.4), ("b66bff", 0.42, 0.34)]):
        edge = base + 0.16 * (fbm(ROW * 1.3, ROW * 0 + 9 * index, 91 + index, 4) - 0.5) * 2
        above = (edge - Y) / height
        rays = 0.35 + 0.65 * fbm(X * 26, Y * 1.2, 51 + index, 4) * (0.6 + 0.8 * fbm(X * 4, Y * 0.3, 61 + index, 3))
        curtain = np.where(above > 0, np.exp(-above * 2.6) * rays, np.exp(above * 18) * rays)
        picture += colour(tint) * curtain[..., None] * (0.75 - 0.12 * index)
    crest = 0.7 + 0.14 * (0.5 - ridged(ROW * 2.3, ROW * 0 + 4, 77, 7))
    snow = 0.45 + 0.55 * hillshade(fbm(X * 9, Y * 14, 15, 6), relief=45)
    hills = mix(colour("0a1c38"), colour("6fc4cf"), (snow * 0.42)[..., None])
    picture = over(picture, hills, step(0, 0.003, Y - crest))
    near = 0.88 + 0.05 * (fbm(ROW * 2, ROW * 0, 17, 3) - 0.5) * 2
    drift = 0.6 + 0.4 * fbm(X * 3, Y * 30, 19, 5)
    picture = over(picture, colour("7fb6cf") * (drift * 0.5)[..., None], step(0, 0.01, Y - near))
    return finish(picture, 3, grain=0.01)


def dunes():
    picture = gradient(Y, (0, "3d7fb8"), (0.35, "a9cfe0"), (0.5, "f3e3c3"))
    picture = over(picture, colour("ffffff"), step(0.55, 0.9, fbm(X * 1.4, Y * 7, 12)) * (1 - step(0.2, 0.42, Y)) * 0.6)
    for index, (base, size, scale) in enumerate([(0.46, 0.10, 1.4), (0.55, 0.16, 1.1), (0.7, 0.24, 0.8), (0.88, 0.22, 0.6)]):
        wobble = fbm(ROW * scale + 7 * index, ROW * 0 + index, 41 + index, 3)
        sharp = ridged(ROW * scale * 0.8 + 3 * index, ROW * 0, 45 + index, 2)
        crest = base + size * (0.75 - 0.7 * sharp - 0.5 * wobble)
        below = Y - crest
        # A dune has a lit and a shaded face, parted by a line that wanders down from its crest.
        face = np.sin(X * 3.1 * scale + 2.2 * index + below * 6 + 2.5 * fbm(X * 1.2, Y * 2, 55 + index, 3))
        lit = step(-0.12, 0.12, face)
        ripple = np.sin((below * 210 + 34 * fbm(X * 2.4, Y * 2.4, 65 + index, 4)) * (1.4 - 0.25 * index))
        light, dark = colour("f2c27e"), colour("a9653a")
        sand = mix(dark, light, (lit * 0.85 + 0.08)[..., None]) * (0.95 + 0.05 * ripple[..., None] * step(0, 0.1, below)[..., None])
        sand = mix(sand, colour("f1dcc0"), 0.5 - 0.16 * index)
        sand = sand * (0.94 + 0.12 * fbm(X * 60, Y * 60, 75 + index, 3))[..., None]
        picture = over(picture, sand, step(0, 0.002, below))
    return finish(picture, 4)


def foggy_forest():
    picture = gradient(Y, (0, "8fb0b5"), (0.5, "cfdccf"), (1, "7fa394"))
    picture += colour("fff0c4") * glow(0.5, 0.3, 0.5, 1.4)[..., None] * 0.3
    random = np.random.RandomState(8)
    for layer in range(6):
        near = layer / 5
        ground = 0.55 + 0.09 * layer
        tint = mix(colour("b4cabd"), colour("12291f"), near**0.8)
        count = int(64 - 7 * layer)
        mask = np.zeros((HEIGHT, WIDTH))
        for _ in range(count):
            cx = random.rand() * 1.95 - 0.02
            tall = (0.17 + 0.13 * random.rand()) * (0.8 + 1.25 * near)
            foot = ground + 0.05 * random.rand()
            left, right = int(max(0, (cx - tall * 0.3) * HEIGHT)), int(min(WIDTH, (cx + tall * 0.3) * HEIGHT))
            if right <= left:
                continue
            x, y = X[:, left:right], Y[:, left:right]
            t = (y - (foot - tall)) / tall
            # Branches: tiers that widen downwards, each with a ragged edge.
            tier = (t * 9 + 0.35 * value_noise(x * 60, y * 40, 300 + layer)) % 1
            half = tall * 0.2 * t * (0.62 + 0.5 * tier) * (0.8 + 0.4 * value_noise(x * 0 + cx * 99, y * 70, 200 + layer))
            tree = (np.abs(x - cx) < half + 0.0012) & (t > 0) & (t < 1.05)
            mask[:, left:right] = np.maximum(mask[:, left:right], tree)
        mask = np.maximum(blur(mask, 1), step(0, 0.03, Y - ground - 0.03 * fbm(X * 3, Y * 0, 90 + layer, 4)))
        texture = 0.85 + 0.3 * fbm(X * 40, Y * 30, 95 + layer, 3)
        picture = over(picture, tint * texture[..., None], mask)
        fog = step(0.25, 0.75, fbm(X * 1.5 + layer, Y * 3.5, 100 + layer, 5)) * step(ground - 0.25, ground + 0.05, Y)
        picture = over(picture, colour("dfe9e2"), fog * (0.5 - 0.075 * layer))
    return finish(picture, 5)


def city_at_night():
    picture = gradient(Y, (0, "0a1030"), (0.4, "2b2558"), (0.62, "8a3f6e"), (0.72, "e0784f"))
    picture += stars(44, 260, 0.45) * 0.8
    picture = over(picture, colour("fdf4da"), disc(1.55, 0.17, 0.05, 0.003))
    picture += colour("9b8bd0") * glow(1.55, 0.17, 0.25, 1.2)[..., None] * 0.35
    water = 0.8
    random = np.random.RandomState(14)
    for layer, (tint, low, high) in enumerate([("3c2f5e", 0.30, 0.50), ("221f45", 0.22, 0.46), ("10122b", 0.12, 0.36)]):
        x = -0.05
        while x < 1.95:
            wide = 0.035 + 0.06 * random.rand()
            top = water - (low + (high - low) * random.rand() ** 1.6) + 0.02
            block = (X >= x) & (X < x + wide) & (Y >= top) & (Y < water)
            picture[block] = colour(tint) * (0.85 + 0.3 * random.rand())
            if random.rand() < 0.3:
                mast = (np.abs(X - x - wide / 2) < 0.0016) & (Y >= top - 0.05) & (Y < top)
                picture[mast] = colour(tint)
            cell_w, cell_h = 0.0085, 0.0125
            columns, rows = int(wide / cell_w) - 1, int((water - top) / cell_h) - 1
            for i in range(max(0, columns)):
                for j in range(max(0, rows)):
                    if random.rand() < 0.16 + 0.1 * layer:
                        x0, y0 = x + cell_w * (i + 0.7), top + cell_h * (j + 0.6)
                        box = np.s_[
                            int(y0 * HEIGHT) : int((y0 + cell_h * 0.52) * HEIGHT) + 1,
                            max(0, int(x0 * HEIGHT)) : max(0, int((x0 + cell_w * 0.55) * HEIGHT) + 1),
                        ]
                        lamp = mix(colour("ffcf7d"), colour("fff1cf"), random.rand())
                        picture[box] = lamp * (0.45 + 0.55 * random.rand())
            x += wide + 0.006 * random.rand()
    glowing = blur(picture * (picture.max(axis=-1, keepdims=True) > 0.6), 6)
    picture = picture + glowing * 0.5
    # The river mirrors the city in streaks.
    top = int(water * HEIGHT)
    depth = np.arange(HEIGHT - top)
    source = np.clip(top - 1 - depth * 3, 0, top - 1)
    mirror = picture[source]
    for _ in range(2):
        mirror = (mirror + np.roll(mirror, 2, 0) + np.roll(mirror, -2, 0)) / 3
    ripples = fbm(X[top:] * 12, Y[top:] * 160, 60, 4)[..., None]
    shifted = np.take_along_axis(
        mirror, np.clip(np.arange(WIDTH)[None, :, None] + ((ripples - 0.5) * 30).astype(int), 0, WIDTH - 1), axis=1)
    picture[top:] = mix(shifted * 1.5, colour("141a44"), 0.3) * (0.6 + 0.8 * ripples)
    return finish(picture, 6, grain=0.01)


def bokeh():
    picture = gradient(X / 1.914 * 0.6 + Y * 0.4, (0, "1b0f2e"), (0.5, "4a1a44"), (1, "141034"))
    random = np.random.RandomState(27)
    tints = ["ffb347", "ff7a59", "ffd98a", "ff5d8f", "c77dff", "7ad7f0"]
    for size_class in range(3):
        for _ in range((70, 40, 22)[size_class]):
            x = random.rand() * 2.0 - 0.05
            y = np.clip(0.5 + random.normal(0, 0.24) + 0.12 * np.sin(x * 4), -0.1, 1.1)
            radius = (0.014, 0.038, 0.085)[size_class] * (0.7 + 0.6 * random.rand())
            tint = colour(tints[random.randint(len(tints))])
            distance = np.hypot(X - x, Y - y)
            lens = (1 - step(radius * 0.95, radius * 1.03, distance)) * (0.55 + 0.45 * (distance / radius) ** 4)
            picture += tint * (lens * (0.35 + 0.65 * random.rand()) * (1.2, 0.8, 0.6)[size_class])[..., None]
    haze = fbm(X * 2, Y * 2, 37, 5)
    picture = picture * (0.78 + 0.4 * haze[..., None]) + colour("40203f") * 0.15
    return finish(1 - np.exp(-picture * 1.25), 7, grain=0.016)


def planet():
    warp = fbm(X * 2, Y * 2, 200, 5)
    dust = fbm(X * 2.4 + warp * 1.6, Y * 2.4 - warp, 210, 7)
    picture = gradient(dust, (0, "02030c"), (0.42, "0a0d2a"), (0.58, "3b1a56"), (0.72, "a23c6c"), (0.9, "ffb27a"))
    picture *= (0.5 + 0.8 * step(0.3, 0.8, fbm(X * 1.2, Y * 1.2, 220, 5)))[..., None]
    picture += stars(55, 1300)
    cx, cy, radius = 1.22, 0.47, 0.3
    dx, dy = (X - cx) / radius, (Y - cy) / radius
    inside = dx * dx + dy * dy
    z = np.sqrt(np.clip(1 - inside, 0, 1))
    tilted = dy * 0.94 + dx * 0.34
    bands = fbm(tilted * 4.2 + 0.5 * fbm(dx * 4 + 8, tilted * 9, 231, 5), dx * 0.35 + 5, 230, 6)
    surface = gradient(bands, (0.2, "6d3b2f"), (0.4, "c9875a"), (0.55, "f0d3a4"), (0.7, "b8704a"), (0.9, "f6e6c6"))
    light = np.clip(dx * -0.62 + dy * -0.42 + z * 0.66, 0, 1)
    ball = surface * (0.04 + 1.05 * light[..., None])
    ring = np.hypot((dx * 0.94 - dy * 0.34) / 2.05, tilted / 0.42)
    grooves = 0.35 + 0.65 * value_noise(ring * 46, ring * 0, 240)
    ring_alpha = step(0.62, 0.66, ring) * (1 - step(0.97, 1.0, ring)) * grooves * (0.25 + 0.75 * step(0.0, 0.03, np.abs(ring - 0.84)))
    picture = over(picture, colour("e8cfa6"), ring_alpha * 0.85 * (tilted < 0))
    picture = over(picture, ball, 1 - step(0.985, 1.005, np.sqrt(inside)))
    picture = over(picture, colour("f3dcb4"), ring_alpha * 0.9 * (tilted >= 0))
    picture += colour("ffce94") * (np.exp(-np.abs(np.sqrt(inside) - 1) * 26) * step(-0.4, 0.8, -dx - dy * 0.6) * 0.22)[..., None]
    return finish(picture, 8, grain=0.01)


def meadow():
    picture = gradient(Y, (0, "2f78c9"), (0.45, "8fc3ec"), (0.62, "d9ecf5"))
    lift = 1 / (0.9 - Y * 0.9 + 0.2)
    cloud = fbm(X * 2.1 * lift * 0.8 + 2, Y * 4.2 * lift, 301, 7)
    mass = step(0.48, 0.66, cloud) * (1 - step(0.45, 0.6, Y))
    shade = fbm(X * 2.1 * lift * 0.8 + 2.08, Y * 4.2 * lift + 0.28, 301, 7)
    white = mix(colour("b9c9dc"), colour("ffffff"), np.clip(0.65 + (cloud - shade) * 5, 0, 1)[..., None])
    picture = over(picture, white, mass * 0.95)
    hills = [(0.55, 0.06, "7fae9a", 1.6), (0.6, 0.07, "6aa36a", 1.2), (0.68, 0.08, "5f9d3f", 0.9), (0.8, 0.08, "4f8a2c", 0.7)]
    for index, (base, size, tint, scale) in enumerate(hills):
        crest = base + size * 2 * (0.5 - fbm(ROW * scale + 5 * index, ROW * 0, 311 + index, 3))
        below = Y - crest
        field = fbm(X * 6, Y * 24, 321 + index, 5)
        blades = fbm(X * (60 + 40 * index), Y * (40 + 12 * index), 331 + index, 3)
        grass = colour(tint) * (0.7 + 0.3 * field + 0.26 * (blades - 0.5) * (1 + index * 0.5) + 0.22 * np.exp(-below * 14))[..., None]
        sun = step(0.35, 0.65, fbm(X * 1.1 + index, Y * 2.4, 341 + index, 4))
        grass = mix(grass, grass * colour("ffe9a8") * 1.28, sun[..., None] * 0.7)
        picture = over(picture, grass, step(0, 0.003, below))
    random = np.random.RandomState(35)
    for _ in range(900):
        y = 0.8 + 0.2 * random.rand() ** 0.7
        x, size = random.rand() * 1.914, 0.001 + 0.0055 * (y - 0.78) / 0.22
        box = np.s_[max(0, int((y - size) * HEIGHT)) : int((y + size) * HEIGHT) + 1, max(0, int((x - size) * HEIGHT)) : int((x + size) * HEIGHT) + 1]
        tint = colour(["ff5c5c", "ffd84d", "ffffff", "ff8fd0"][random.randint(4)])
        patch = np.hypot(X[box] - x, Y[box] - y) < size
        picture[box] = over(picture[box], tint * (0.75 + 0.25 * random.rand()), patch * 0.9)
    return finish(picture, 9)


def island():
    warp = fbm(X * 2, Y * 2, 400, 5) - 0.5
    island_shape = 1 - np.hypot((X - 0.98) / 0.95, (Y - 0.5) / 0.62)
    height = island_shape * 0.72 + 0.75 * (fbm(X * 2.6 + warp, Y * 2.6 + warp, 410, 8) - 0.5) + 0.12
    land = np.clip(height - 0.3, 0, 1)
    relief = hillshade(height * 0.7 + land * ridged(X * 3.4, Y * 3.4, 420, 7) * 0.35, relief=55)
    depth = np.clip(0.3 - height, 0, 1)
    water = gradient(depth / 0.55, (0, "a5f0df"), (0.07, "5fdcd0"), (0.25, "22a9c0"), (0.6, "126f9f"), (1, "0b4a7d"))
    caustics = ridged(X * 16 + warp * 3, Y * 16, 430, 3)
    water = water * (0.92 + 0.16 * caustics * np.exp(-depth * 9) + 0.1 * (fbm(X * 30, Y * 55, 440, 4) - 0.5))[..., None]
    ground = gradient(land / 0.5, (0, "f7e7bd"), (0.05, "efdca6"), (0.11, "8fb25a"), (0.3, "3f8a45"), (0.62, "2f6b3c"), (0.85, "8a7f68"), (1, "cfc8ba"))
    trees = fbm(X * 70, Y * 70, 450, 3)
    ground = ground * (1 - 0.55 * (0.5 - trees[..., None]) * step(0.05, 0.1, land)[..., None])
    ground = ground * (0.35 + 0.95 * relief[..., None])
    picture = over(water, ground, step(0.295, 0.303, height))
    foam = np.exp(-(((height - 0.292) / 0.006) ** 2)) * step(0.35, 0.6, fbm(X * 24, Y * 24, 460, 4))
    picture = over(picture, colour("ffffff"), foam * 0.9)
    cloud = step(0.56, 0.8, fbm(X * 1.8 + 9, Y * 1.8 + 3, 470, 7))
    shadow = step(0.56, 0.8, fbm(X * 1.8 + 9.06, Y * 1.8 + 2.94, 470, 7))
    picture = picture * (1 - 0.3 * shadow[..., None])
    return finish(over(picture, colour("ffffff"), cloud * 0.85), 10)


def agate():
    a = fbm(X * 1.7, Y * 1.7, 500, 5)
    b = fbm(X * 1.7 + 3 * a, Y * 1.7 + 2.2 * a, 510, 5)
    field = fbm(X * 1.2 + 3.2 * b, Y * 1.2 - 2.4 * a, 520, 6)
    bands = field * 12 + 0.4 * b
    tone = bands - np.floor(bands)
    ring = np.minimum(tone, 1 - tone) * 2
    picture = gradient(field, (0.2, "06262f"), (0.38, "0e5a63"), (0.5, "3fa7a0"), (0.6, "f0e6cf"), (0.72, "d79a5b"), (0.85, "7a2f3a"))
    picture = picture * (0.75 + 0.35 * ring[..., None])
    vein = np.exp(-((tone - 0.5) / 0.022) ** 2)
    gold = mix(colour("a8732a"), colour("ffe6a3"), fbm(X * 40, Y * 40, 530, 4)[..., None])
    picture = over(picture, gold, vein * 0.9)
    sheen = hillshade(fbm(X * 3 + 2 * b, Y * 3, 540, 6), relief=22)
    picture = picture * (0.62 + 0.6 * sheen[..., None])
    return finish(picture, 11)


def balloons():
    picture = gradient(Y, (0, "5aa6d8"), (0.45, "bfe0e6"), (0.68, "ffe3bd"), (0.8, "ffcf9e"))
    wisps = step(0.45, 0.8, fbm(X * 1.7 + 4, Y * 8, 601, 7)) * (1 - step(0.55, 0.75, Y))
    picture = over(picture, colour("fff8ee"), wisps * 0.75)
    for index, (base, size, tint) in enumerate([(0.78, 0.1, "c9a58f"), (0.84, 0.1, "9b7f83"), (0.92, 0.1, "5f5a70")]):
        crest = base + size * (0.5 - ridged(ROW * (1.6 + index * 0.7), ROW * 0 + index, 611 + index, 6))
        rock = 0.82 + 0.36 * fbm(X * 16, Y * 30, 621 + index, 5)
        picture = over(picture, colour(tint) * rock[..., None], step(0, 0.003, Y - crest))
        mist = step(0, 0.12, Y - crest) * step(0.3, 0.7, fbm(X * 2, Y * 6, 631 + index, 5))
        picture = over(picture, colour("ffe9cf"), mist * (0.4 - 0.1 * index))
    fleet = [
        (0.55, 0.40, 0.21, ["e4483b", "fbe3b0", "e4483b", "f7a440"]), (1.32, 0.30, 0.155, ["2f6fb3", "f4f1e6", "3fb0c9", "f4f1e6"]),
        (1.02, 0.56, 0.085, ["7b4bb0", "f2c14e", "7b4bb0", "e9e2f5"]), (0.2, 0.62, 0.06, ["3f9b63", "f6efcf", "3f9b63", "f2c14e"]),
        (1.72, 0.55, 0.07, ["d9577e", "ffe8ee", "f7a440", "ffe8ee"]), (0.86, 0.18, 0.05, ["f2b33d", "d5483a", "f2b33d", "fff2cf"]),
    ]
    for cx, cy, r, tints in fleet:
        dx, dy = (X - cx) / r, (Y - cy) / r
        # A sphere that draws in to a mouth below its middle.
        waist = np.where(dy < 0.1, np.sqrt(np.clip(1 - np.clip(dy, -1, 0.1) ** 2, 0, 1)), np.clip(1 - ((dy - 0.1) / 1.25), 0, 1) ** 0.72)
        inside = (1 - step(-0.012, 0.012, (np.abs(dx) - waist) * r / 0.2)) * (dy > -1.0) * (dy < 1.22)
        along = np.arcsin(np.clip(dx / np.maximum(waist, 1e-3), -1, 1)) / np.pi + 0.5
        gore = np.clip((along * 11).astype(int), 0, 10) % len(tints)
        cloth = np.array([colour(t) for t in tints])[gore]
        seam = np.abs((along * 11) % 1 - 0.5) * 2
        light = np.clip(0.66 - 0.42 * dx - 0.22 * dy, 0.2, 1.2) * (0.86 + 0.14 * np.sqrt(np.clip(1 - seam**6, 0, 1)))
        band = (np.abs(dy + 0.05) < 0.09) & (np.abs(dx) < 2)
        cloth = np.where(band[..., None], colour(tints[1]) * 0.96, cloth)
        picture = over(picture, cloth * light[..., None], inside)
        basket = (np.abs(dx) < 0.1) & (dy > 1.36) & (dy < 1.5)
        ropes = (np.abs(np.abs(dx) - (0.1 + 0.1 * (1.36 - dy))) < 0.012) & (dy > 1.18) & (dy <= 1.36)
        picture[basket] = colour("6d4526")
        picture[ropes] = colour("4a3826")
    return finish(picture, 12)


SCENES = [
    mountains_at_dawn, sea_at_sunset, aurora, dunes, foggy_forest, city_at_night, bokeh, planet, meadow, island, agate, balloons,
]
