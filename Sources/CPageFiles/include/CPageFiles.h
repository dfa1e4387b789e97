#ifndef PAGE_FILES_H
#define PAGE_FILES_H

#include <stddef.h>

/// One file of the pages.
typedef struct {
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t size;
} PageFile;

/// The template, the style sheet, the default style, and the modules of the script in the order in which they are joined;
/// null after the last one.
const PageFile *_Nullable page_file(size_t number);

#endif
