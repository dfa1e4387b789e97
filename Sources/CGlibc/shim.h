// What Swift's own module of the C library leaves out.

#include <malloc.h>

int sync_file_range(int descriptor, long offset, long count, unsigned int flags);

// Lets the disk begin with a range of a file that was written, without waiting for it.
static inline int start_writeback(int descriptor, long offset, long count) {
  const unsigned int sync_file_range_write = 2;  // SYNC_FILE_RANGE_WRITE of linux/fs.h
  return sync_file_range(descriptor, offset, count, sync_file_range_write);
}

int flock(int descriptor, int operation);

// Takes the sole lock of an open file without waiting. Swift knows `flock` as a struct only.
static inline int lock_alone(int descriptor) {
  const int lock_ex = 2, lock_nb = 4;  // LOCK_EX, LOCK_NB of sys/file.h
  return flock(descriptor, lock_ex | lock_nb);
}

long copy_file_range(
    int source, long *source_offset, int target, long *target_offset, unsigned long count, unsigned int flags);
