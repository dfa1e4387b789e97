#ifndef REPLAY_PAGE_H
#define REPLAY_PAGE_H

#include <stddef.h>

/// One file of the replay page.
typedef struct {
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t size;
} ReplayFile;

/// The template, the style sheet, the default style, and the modules of the script in the order in which they are joined;
/// null behind the last one.
const ReplayFile *_Nullable replay_file(size_t number);

#endif
