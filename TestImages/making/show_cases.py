"""The pictures that demos and benchmarks show: twelve media and twelve icons."""
import numpy as np

from . import icons, jpegfile, media, pngfile


def fitted(pixels, options, low=62_000, high=138_000):
    """A file of 60 to 140 KB: quality 85, or as near to it as that allows."""
    for quality in (85, 80, 75, 70, 65, 60, 88, 90, 92, 94):
        data = jpegfile.cjpeg(pixels, "-optimize", *options, quality=quality)
        if low <= len(data) <= high:
            return data
    raise ValueError(f"{len(data)} bytes")


def add_all(files):
    for index, scene in enumerate(media.SCENES, 1):
        options = ["-progressive"] if index % 4 == 0 else []
        files.good(f"media/media-{index:02}.jpg", fitted(scene(), options), note=scene.__name__.replace("_", " "))
    for index in range(len(icons.ICONS)):
        pixels = icons.icon(index)
        data = pngfile.png(pixels.astype(np.int64), 8, pngfile.RGBA)
        files.good(f"icons/icon-{index + 1:02}.png", data, pixels, note=icons.ICONS[index][0].__name__)
