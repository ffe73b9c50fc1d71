#!/usr/bin/env python3
"""Makes every file of this folder, and manifest.tsv. README.md says what is needed to run it."""
import pathlib
import sys

sys.dont_write_bytecode = True

from making import ads, hostile_cases, jpeg_cases, png_cases, show_cases
from making.catalogue import Catalogue


def main():
    files = Catalogue(pathlib.Path(__file__).parent)
    show_cases.add_all(files)
    ads.add_all(files)
    jpeg_cases.add_all(files)
    png_cases.add_all(files)
    hostile_cases.add_all(files)
    files.save()
    print(f"{len(files.rows)} images")


if __name__ == "__main__":
    main()
