#ifndef CIMAGECODECS_H
#define CIMAGECODECS_H

// What of libjpeg and libpng needs setjmp. Every function here arms its own jump target, so that a jump
// never leaves this target's code and never crosses a Swift frame. Not thread-safe per object.

#include "CImageJPEGDecoder.h"
#include "CImageJPEGEncoder.h"
#include "CImagePNGDecoder.h"
#include "CImagePNGEncoder.h"

#endif
