#ifndef CCANVASFONTS_H
#define CCANVASFONTS_H

#include <stdbool.h>

/// A file in memory, of this process alone, that holds the TrueType font Canvas Sans, regular or bold: its descriptor, or
/// -1 with errno set.
int ccanvasfonts_open(bool bold);

#endif
