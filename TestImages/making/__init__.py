"""Makes every file of TestImages; see ../README.md."""
