#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An OSM file being read from begin to end, once.
typedef struct cosmium_reader cosmium_reader;

/// Kinds of objects; or them together for a mask.
enum { COSMIUM_NODE = 1, COSMIUM_WAY = 2, COSMIUM_RELATION = 4 };

/// One node of a way, as it lies in libosmium's buffer.
typedef struct {
  int64_t id;
  int32_t longitude_e7;
  int32_t latitude_e7;
} cosmium_node_ref;

typedef struct {
  int64_t id;
  int32_t kind;
  /// Ends with a zero byte.
  const char *role;
} cosmium_member;

/// One object. All pointers are valid until the next call of `cosmium_next` or `cosmium_close`.
typedef struct {
  int32_t kind;
  int64_t id;
  /// Seconds since 1970; 0 when unknown.
  int64_t timestamp;
  /// key, zero byte, value, zero byte, key, …
  const uint8_t *tags;
  size_t tag_bytes;
  /// Nodes only.
  bool has_location;
  int32_t longitude_e7;
  int32_t latitude_e7;
  /// Ways only.
  const cosmium_node_ref *node_refs;
  size_t node_ref_count;
  /// Relations only.
  const cosmium_member *members;
  size_t member_count;
} cosmium_object;

typedef struct {
  /// `osmosis_replication_timestamp`, else `timestamp`, as written; empty when absent.
  const char *timestamp;
  bool has_bounds;
  int32_t west_e7, south_e7, east_e7, north_e7;
  /// The file says that it is sorted by type, then id.
  bool is_sorted;
  /// A change or history file: several versions of one object, deleted ones among them.
  bool has_versions;
} cosmium_header;

/// Opens a file for one pass.
///
/// `format` is libosmium's: `pbf`, `osm`, `osm.gz`, `osm.bz2`, `o5m`, `opl`, …. `metadata` asks for timestamps.
/// Never returns null; a failure shows in `cosmium_error`.
cosmium_reader *cosmium_open(const char *path, const char *format, int32_t kinds, bool metadata);

/// Steps to the next object of the kinds asked for: 1 = there is one, 0 = end of file, -1 = see `cosmium_error`.
int32_t cosmium_next(cosmium_reader *reader, cosmium_object *object);

/// What went wrong, or null. The text lives as long as the reader.
const char *cosmium_error(const cosmium_reader *reader);

/// The header, valid as long as the reader. All zero after an error.
cosmium_header cosmium_read_header(cosmium_reader *reader);

void cosmium_close(cosmium_reader *reader);

#ifdef __cplusplus
}
#endif
