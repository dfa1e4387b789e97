#ifndef REPLAY_PAGE_H
#define REPLAY_PAGE_H

#include <stddef.h>

/// One file of the replay page.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t size;
} ReplayFile;

/// The template, the style sheet, the default style, and the modules of the script in the order in which they are joined.
extern const ReplayFile replay_files[];
extern const size_t replay_file_count;

#endif
