// What Swift's own module of the C library leaves out.

#include <malloc.h>

int sync_file_range(int descriptor, long offset, long count, unsigned int flags);

// Lets the disk begin with a range of a file that was written, without waiting for it.
static inline int start_writeback(int descriptor, long offset, long count) {
  const unsigned int sync_file_range_write = 2;  // SYNC_FILE_RANGE_WRITE of linux/fs.h
  return sync_file_range(descriptor, offset, count, sync_file_range_write);
}
