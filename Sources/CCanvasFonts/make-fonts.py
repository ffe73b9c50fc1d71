#!/usr/bin/env python3
"""Makes CanvasSans-Regular.ttf and CanvasSans-Bold.ttf of DejaVu Sans Condensed; see README.md beside it."""
import os

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SOURCE = "/usr/share/fonts/truetype/dejavu/"
FACES = {"CanvasSans-Regular.ttf": ("DejaVuSansCondensed.ttf", "Regular"), "CanvasSans-Bold.ttf": ("DejaVuSansCondensed-Bold.ttf", "Bold")}
BLOCKS = [
    (0x0020, 0x007E),  # Latin
    (0x00A0, 0x017F),  # Latin-1, Latin Extended-A
    (0x0192, 0x0192), (0x0218, 0x021B),  # florin, Romanian
    (0x02C6, 0x02DD), (0x0300, 0x036F),  # accents
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x045F), (0x0490, 0x0491),  # Cyrillic
    (0x0590, 0x05FF), (0xFB1D, 0xFB4F),  # Hebrew
    (0x0600, 0x06FF), (0xFB50, 0xFBFF), (0xFE70, 0xFEFC),  # Arabic
    (0x2000, 0x206F),  # punctuation, marks of direction
    (0x20A0, 0x20BF),  # currencies
    (0x2116, 0x2116), (0x2122, 0x2122),  # numero, trade mark
    (0x2190, 0x2199),  # arrows
    (0x2212, 0x2212), (0x2248, 0x2248), (0x2260, 0x2265),  # mathematics
    (0x25A0, 0x25CF), (0x2605, 0x2606), (0x2713, 0x2713),  # shapes, stars, check mark
    (0xFFFD, 0xFFFD),
]


def make(name, source, style):
    font = TTFont(os.path.join(SOURCE, source), recalcTimestamp=False)
    options = Options()
    # Without `locl`: what a text looks like would depend on the language of the machine.
    options.layout_features = [
        "ccmp", "kern", "mark", "mkmk", "liga", "rlig", "init", "medi", "fina", "isol", "calt"]
    options.hinting = False
    options.legacy_kern = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["FFTM"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[c for first, last in BLOCKS for c in range(first, last + 1)])
    subsetter.subset(font)
    for number in (16, 17):
        font["name"].removeNames(nameID=number)
    # A name of its own, so that no font of the machine is taken for it.
    names = {1: "Canvas Sans", 2: style, 3: "Canvas Sans " + style, 4: "Canvas Sans " + style,
             6: "CanvasSans-" + style}
    for record in list(font["name"].names):
        if record.platformID != 3:
            font["name"].removeNames(platformID=record.platformID)
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    # It is no narrow form of another font.
    font["OS/2"].usWidthClass = 5
    font.save(os.path.join(os.path.dirname(os.path.abspath(__file__)), name))


for name, (source, style) in FACES.items():
    make(name, source, style)
