#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An OSM file being read from begin to end, once.
typedef struct cosmium_reader cosmium_reader;

/// Copies of objects in memory, numbered in the order in which they were added.
typedef struct cosmium_store cosmium_store;

/// An OSM file being written.
typedef struct cosmium_writer cosmium_writer;

/// Areas, lines and tagged nodes of an OSM file, with their places.
typedef struct cosmium_ground cosmium_ground;

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

/// One object. All pointers are valid until the next call that changes or closes its owner.
typedef struct {
  int32_t kind;
  int64_t id;
  /// Seconds since 1970; 0 when unknown or not asked for.
  int64_t timestamp;
  /// 0 when unknown or not asked for.
  uint32_t version;
  /// False for an object that a change or history file deletes.
  bool is_visible;
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

/// The header of a file. Texts are empty when absent; those of a reader live as long as it.
typedef struct {
  /// `osmosis_replication_timestamp`, else `timestamp`, as written.
  const char *timestamp;
  /// `osmosis_replication_sequence_number`.
  const char *sequence_number;
  /// `osmosis_replication_base_url`.
  const char *base_url;
  bool has_bounds;
  int32_t west_e7, south_e7, east_e7, north_e7;
  /// The file says that it is sorted by type, then id.
  bool is_sorted;
  /// A change or history file: several versions of one object, deleted ones among them.
  bool has_versions;
} cosmium_header;

// MARK: Reading

/// Opens a file for one pass.
///
/// `format` is libosmium's: `pbf`, `osm`, `osm.gz`, `osm.bz2`, `o5m`, `opl`, …. `metadata` asks for versions and times.
/// Never returns null; a failure shows in `cosmium_error`.
cosmium_reader *cosmium_open(const char *path, const char *format, int32_t kinds, bool metadata);

/// Steps to the next object of the kinds asked for: 1 = there is one, 0 = end of file, -1 = see `cosmium_error`.
int32_t cosmium_next(cosmium_reader *reader, cosmium_object *object);

/// What went wrong, or null. The text lives as long as the reader.
const char *cosmium_error(const cosmium_reader *reader);

/// The header, valid as long as the reader. All zero after an error.
cosmium_header cosmium_read_header(cosmium_reader *reader);

void cosmium_close(cosmium_reader *reader);

// MARK: Areas

/// What is on the ground. All pointers are valid until the next step.
typedef struct {
  /// A node, a way, or an area.
  int32_t kind;
  /// For an area: 2 · way id, or 2 · relation id + 1, as libosmium numbers areas.
  int64_t id;
  /// key, zero byte, value, zero byte, key, …
  const uint8_t *tags;
  size_t tag_bytes;
  /// The node, the nodes of the way, or those of all rings of the area; places that are not known are (2³¹ − 1, 2³¹ − 1).
  const cosmium_node_ref *node_refs;
  size_t node_ref_count;
  /// Where the rings of an area end among the nodes; negative for a hole.
  const int64_t *ring_ends;
  size_t ring_count;
} cosmium_shape;

enum { COSMIUM_AREA = 8 };

cosmium_ground *cosmium_ground_create(void);

/// Says that closed ways and relations with a tag are areas, or are none; null for any value. The first rule that matches
/// decides, and all rules come before the file is opened.
void cosmium_ground_add_rule(cosmium_ground *ground, bool is_wanted, const char *key, const char *value);

/// Opens a file for three passes: relations, nodes, ways. A failure shows in `cosmium_ground_error`.
void cosmium_ground_open(cosmium_ground *ground, const char *path, const char *format);

/// Steps to the next tagged node, way or area; ways must ascend. 1 = there is one, 0 = end, -1 = see the error.
int32_t cosmium_ground_next(cosmium_ground *ground, cosmium_shape *shape);

/// What went wrong, or null. The text lives as long as `ground`.
const char *cosmium_ground_error(const cosmium_ground *ground);

/// The box around all nodes, once ways are read: west, south, east, north in 10⁻⁷ degree; false without nodes.
bool cosmium_ground_bounds(const cosmium_ground *ground, int32_t *box);

/// At the end: areas whose rings do not close or cross each other, and relations of which members are missing.
void cosmium_ground_losses(const cosmium_ground *ground, size_t *broken, size_t *incomplete);

void cosmium_ground_close(cosmium_ground *ground);

// MARK: Keeping

cosmium_store *cosmium_store_create(void);

/// Adds a copy of the current object of a reader; false when memory is short.
bool cosmium_store_add(cosmium_store *store, const cosmium_reader *reader);

/// Describes an object by its number, which must exist; its members until the next call.
void cosmium_store_get(cosmium_store *store, size_t number, cosmium_object *object);

/// The size of all objects in bytes.
size_t cosmium_store_size(const cosmium_store *store);

/// Lends an object as it lies in memory, for a scratch file of this process.
const uint8_t *cosmium_store_bytes(const cosmium_store *store, size_t number, size_t *count);

/// Adds an object from the bytes that `cosmium_store_bytes` lent; false when memory is short.
bool cosmium_store_add_bytes(cosmium_store *store, const uint8_t *bytes, size_t count);

/// Forgets all objects and keeps the memory for the next ones.
void cosmium_store_clear(cosmium_store *store);

void cosmium_store_free(cosmium_store *store);

// MARK: Writing

/// Starts a file, in place of what is there.
///
/// `format` is libosmium's, as `pbf` or `osc.gz`. Never returns null; a failure shows in `cosmium_writer_error`, and
/// nothing more is written then.
cosmium_writer *cosmium_writer_open(
    const char *path, const char *format, const char *generator, const cosmium_header *header);

/// Writes the current object of a reader.
void cosmium_write_current(cosmium_writer *writer, const cosmium_reader *reader);

/// Writes an object of a store, by its number, which must exist.
void cosmium_write_stored(cosmium_writer *writer, const cosmium_store *store, size_t number);

/// Writes into a change file that the current object of a reader is deleted: its kind, id, version and time.
void cosmium_write_deletion(cosmium_writer *writer, const cosmium_reader *reader);

/// Finishes the file.
void cosmium_writer_close(cosmium_writer *writer);

/// What went wrong, or null. The text lives as long as the writer.
const char *cosmium_writer_error(const cosmium_writer *writer);

void cosmium_writer_free(cosmium_writer *writer);

#ifdef __cplusplus
}
#endif
