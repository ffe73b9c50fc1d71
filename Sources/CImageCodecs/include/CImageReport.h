#ifndef CIMAGEREPORT_H
#define CIMAGEREPORT_H

#include <stdbool.h>
#include <stdint.h>

/// How a step ended.
typedef enum {
  CIMAGE_DONE = 0,
  /// More input is needed.
  CIMAGE_MORE = 1,
  /// The decoder failed for good; its report says why.
  CIMAGE_FAILED = 2,
} cimage_status;

/// Why a decoder failed.
typedef enum {
  CIMAGE_FAILURE_NONE = 0,
  CIMAGE_FAILURE_CORRUPT = 1,
  CIMAGE_FAILURE_UNSUPPORTED = 2,
  CIMAGE_FAILURE_LIMIT = 3,
  CIMAGE_FAILURE_MEMORY = 4,
} cimage_failure;

#define CIMAGE_TEXT_BYTES 200
#define CIMAGE_MAXIMUM_NOTES 8

/// What the library had to say. Texts end with a zero byte.
typedef struct {
  cimage_failure failure;
  char failure_text[CIMAGE_TEXT_BYTES];
  /// Warnings that mean lost picture data; the text is the first one's.
  uint32_t lost_count;
  char lost_text[CIMAGE_TEXT_BYTES];
  /// Whether the first loss was the end of the input.
  bool lost_by_end;
  /// Rows of the output that were beyond the reach of the first loss.
  uint32_t rows_before_loss;
  /// Warnings that cost no pixels, each kind once.
  uint32_t note_count;
  int32_t note_codes[CIMAGE_MAXIMUM_NOTES];
  char notes[CIMAGE_MAXIMUM_NOTES][CIMAGE_TEXT_BYTES];
} cimage_report;

/// The texts of a report, for languages that have no use for C arrays.
const char *_Nonnull cimage_report_failure_text(const cimage_report *_Nonnull report);
const char *_Nonnull cimage_report_lost_text(const cimage_report *_Nonnull report);
/// The note at `index`, or null.
const char *_Nullable cimage_report_note(const cimage_report *_Nonnull report, uint32_t index);

#endif
