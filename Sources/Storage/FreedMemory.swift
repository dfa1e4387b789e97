private import CGlibc

/// Tells the allocator to keep freed memory for the next trace instead of returning it to the system, which would have
/// to fill it with zeros again. The blocks of a trip, up to some megabytes each, are as large as the blocks of the
/// previous trip.
///
/// Measured with trips of 7,500 fixes: 0.1 µs less per fix, all of it system time.
package func keepFreedMemory() {
  _ = mallopt(M_MMAP_THRESHOLD, 1 << 25)  // the most that it takes
  _ = mallopt(M_TRIM_THRESHOLD, 1 << 28)
}

/// Returns freed memory to the system that the allocator keeps between blocks still in use.
package func returnFreedMemory() { _ = malloc_trim(0) }
