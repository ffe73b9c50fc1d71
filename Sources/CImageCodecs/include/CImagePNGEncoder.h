#ifndef CIMAGEPNGENCODER_H
#define CIMAGEPNGENCODER_H

#include <stddef.h>

#include "CImageReport.h"

/// How to write a PNG file.
typedef struct {
  uint32_t width;
  uint32_t height;
  ptrdiff_t stride;
  bool bgra;
  /// Whether the alpha channel is written; without, the file is RGB.
  bool has_alpha;
  bool interlaced;
  /// zlib's level, 0 to 9.
  int32_t level;
} cimage_png_encoding;

/// Writes pixels of four bytes, straight alpha, as a file; the caller frees `bytes` with `free`.
cimage_status cimage_png_encode(
    cimage_png_encoding encoding, const uint8_t *_Nonnull pixels, const uint8_t *_Nullable profile,
    uint32_t profile_count, uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull count,
    cimage_report *_Nonnull report);

#endif
