#ifndef MEDIA_LIMIT_DECODE_H
#define MEDIA_LIMIT_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pixels.h"

/// The box that a picture has to cover; zero sides ask for the full size.
struct target {
  uint32_t width;
  uint32_t height;
};

/// Reads `WxH`, or `full`.
bool target_parse(struct target *target, const char *text);

/// Decodes a JPEG file, scaled by 1, 2, 4 or 8 eighths to the smallest size that covers `target`, or a PNG
/// file at its full size, to RGBA. Says on standard error why it failed.
bool decode_image(const uint8_t *bytes, size_t count, struct target target, struct pixels *pixels);

#endif
