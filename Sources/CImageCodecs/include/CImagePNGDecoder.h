#ifndef CIMAGEPNGDECODER_H
#define CIMAGEPNGDECODER_H

#include <stddef.h>

#include "CImageReport.h"

typedef struct cimage_png cimage_png;

/// What a PNG decoder may use.
typedef struct {
  uint32_t width;
  uint32_t height;
  /// Bytes of one chunk that is kept, also when it is inflated.
  uint32_t chunk_bytes;
} cimage_png_limits;

/// The head, valid once `cimage_png_has_header` says so. Rows come as four bytes a pixel.
typedef struct {
  uint32_t width;
  uint32_t height;
  bool is_interlaced;
  bool has_alpha;
} cimage_png_header;

/// Takes a row that is complete. It is called between two steps of libpng and must return.
typedef void (*cimage_png_row)(void *_Nonnull context, const uint8_t *_Nonnull row, uint32_t y);

/// Null when memory is refused.
cimage_png *_Nullable cimage_png_create(cimage_png_limits limits, bool bgra);
void cimage_png_destroy(cimage_png *_Nonnull png);

const cimage_report *_Nonnull cimage_png_report(const cimage_png *_Nonnull png);

/// Where rows go: written to `first + y * stride`, each of `4 * width` bytes. Interlaced files need this.
void cimage_png_set_frame(cimage_png *_Nonnull png, uint8_t *_Nonnull first, ptrdiff_t stride);
/// Where rows go: to a function.
void cimage_png_set_row_function(
    cimage_png *_Nonnull png, cimage_png_row _Nonnull function, void *_Nonnull context);

/// Reads bytes. All are taken; what libpng cannot use yet, it keeps.
cimage_status cimage_png_feed(cimage_png *_Nonnull png, const uint8_t *_Nonnull bytes, size_t count);

/// Whether the header was read.
bool cimage_png_has_header(const cimage_png *_Nonnull png, cimage_png_header *_Nonnull header);
/// Whether the end chunk was read.
bool cimage_png_has_ended(const cimage_png *_Nonnull png);
/// Rows that are final; all of them once the picture is complete.
uint32_t cimage_png_rows(const cimage_png *_Nonnull png);
/// Passes of an interlaced picture that are complete, 0 to 7.
uint32_t cimage_png_passes(const cimage_png *_Nonnull png);
/// The embedded profile, or null; it stays libpng's.
const uint8_t *_Nullable cimage_png_profile(const cimage_png *_Nonnull png, uint32_t *_Nonnull count);

#endif
