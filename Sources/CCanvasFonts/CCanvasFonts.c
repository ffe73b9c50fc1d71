// memfd_create is not among what Swift's Glibc shows.
#define _GNU_SOURCE
#include "CCanvasFonts.h"

#include <sys/mman.h>
#include <unistd.h>

// `#embed` is of C23; clang takes it in earlier versions too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char regular[] = {
#embed "CanvasSans-Regular.ttf"
};

static const unsigned char boldface[] = {
#embed "CanvasSans-Bold.ttf"
};

int ccanvasfonts_open(bool bold) {
  const unsigned char *bytes = bold ? boldface : regular;
  size_t count = bold ? sizeof boldface : sizeof regular;
  int file = memfd_create("canvas-sans", MFD_CLOEXEC);
  if (file < 0) return -1;
  for (size_t written = 0; written < count;) {
    ssize_t step = write(file, bytes + written, count - written);
    if (step <= 0) {
      close(file);
      return -1;
    }
    written += (size_t)step;
  }
  return file;
}
