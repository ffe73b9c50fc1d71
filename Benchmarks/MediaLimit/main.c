#include <stdio.h>
#include <string.h>

#include "modes.h"

static const char usage[] =
    "media-limit: what a plain C program reaches, with the same libraries, on the work of the benchmarks.\n"
    "\n"
    "usage: media-limit decode                      jobs on standard input: ITERATIONS TARGET PATH\n"
    "       media-limit fetch LIST CONNECTIONS      each line of LIST: TARGET URL\n"
    "       media-limit overlap                     jobs on standard input: TARGET URL\n"
    "       media-limit generate DIRECTORY          makes the pictures\n"
    "\n"
    "TARGET is WxH in pixels, or full. Every result is one line of name=value; times are in milliseconds,\n"
    "memory in KiB. A checksum covers every pixel, so that nobody can be fast by doing less.\n";

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    int (*run)(int count, char **arguments);
  } modes[] = {
      {"decode", decode_mode},
      {"fetch", fetch_mode},
      {"overlap", overlap_mode},
      {"generate", generate_mode},
  };
  if (count >= 2) {
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
      if (strcmp(arguments[1], modes[i].name) == 0) return modes[i].run(count - 2, arguments + 2);
    }
    if (strcmp(arguments[1], "--help") == 0) {
      fputs(usage, stdout);
      return 0;
    }
  }
  fputs(usage, stderr);
  return 64;
}
