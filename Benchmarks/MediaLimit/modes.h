#ifndef MEDIA_LIMIT_MODES_H
#define MEDIA_LIMIT_MODES_H

// Each takes the arguments after the mode's name and returns the program's exit code.

/// Decodes files as lines on standard input ask for.
int decode_mode(int count, char **arguments);
/// Fetches and decodes a list of pictures, all at once, and keeps the pixels.
int fetch_mode(int count, char **arguments);
/// Downloads, then decodes, one picture at a time, as lines on standard input ask for.
int overlap_mode(int count, char **arguments);
/// Makes the pictures that the benchmarks work on.
int generate_mode(int count, char **arguments);

#endif
