#include "CImageReport.h"

const char *cimage_report_failure_text(const cimage_report *report) { return report->failure_text; }

const char *cimage_report_lost_text(const cimage_report *report) { return report->lost_text; }

const char *cimage_report_note(const cimage_report *report, uint32_t index) {
  return index < report->note_count ? report->notes[index] : 0;
}
