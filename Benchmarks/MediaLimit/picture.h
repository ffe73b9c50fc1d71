#ifndef MEDIA_LIMIT_PICTURE_H
#define MEDIA_LIMIT_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

/// An invented scene in RGB, rows without padding.
struct picture {
  uint8_t *bytes;
  uint32_t width;
  uint32_t height;
};

/// Renders a scene that compresses as a photograph does: light that falls off with frequency, shapes with
/// edges, and grain, of which `grain` (0 to 255) says how much. Equal arguments give equal bytes.
bool picture_render(struct picture *picture, uint32_t width, uint32_t height, uint32_t seed, int grain);

void picture_free(struct picture *picture);

/// The picture as a JPEG file, quality 85, 4:2:0.
bool picture_write_jpeg(const struct picture *picture, const char *path, bool is_progressive);

/// The picture as a PNG file: RGB, or RGBA with the corners rounded off by alpha.
bool picture_write_png(const struct picture *picture, const char *path, bool has_round_corners);

#endif
