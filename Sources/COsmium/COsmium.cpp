#include "COsmium.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <osmium/builder/osm_object_builder.hpp>
#include <osmium/io/any_input.hpp>
#include <osmium/io/pbf_output.hpp>
#include <osmium/io/xml_output.hpp>
#include <osmium/osm.hpp>

static_assert(sizeof(osmium::NodeRef) == sizeof(cosmium_node_ref), "ways lend their nodes without a copy");
static_assert(sizeof(osmium::Location) == 2 * sizeof(int32_t), "longitude, then latitude");

/// Runs `body`; an exception becomes the text of `error` and `fallback` the result.
template <typename Result, typename Body>
static Result guarded(std::string &error, Result fallback, Body &&body) noexcept {
  try {
    return body();
  } catch (const std::exception &exception) {
    error = exception.what();
  } catch (...) {
    error = "unknown error";
  }
  if (error.empty()) error = "unknown error";
  return fallback;
}

struct cosmium_reader {
  std::unique_ptr<osmium::io::Reader> reader;
  osmium::memory::Buffer buffer;
  osmium::memory::Buffer::t_iterator<osmium::OSMObject> position;
  std::vector<cosmium_member> members;
  std::string timestamp;
  std::string sequence_number;
  std::string base_url;
  std::string error;
};

struct cosmium_store {
  osmium::memory::Buffer buffer{1 << 16, osmium::memory::Buffer::auto_grow::yes};
  /// Where in the buffer each object begins.
  std::vector<size_t> begins;
  std::vector<cosmium_member> members;
};

struct cosmium_writer {
  std::unique_ptr<osmium::io::Writer> writer;
  osmium::memory::Buffer deletion{1 << 10, osmium::memory::Buffer::auto_grow::yes};
  std::string error;
};

static osmium::osm_entity_bits::type entity_bits(int32_t kinds) {
  auto bits = osmium::osm_entity_bits::nothing;
  if (kinds & COSMIUM_NODE) bits |= osmium::osm_entity_bits::node;
  if (kinds & COSMIUM_WAY) bits |= osmium::osm_entity_bits::way;
  if (kinds & COSMIUM_RELATION) bits |= osmium::osm_entity_bits::relation;
  return bits;
}

static int32_t kind_of(osmium::item_type type) {
  switch (type) {
    case osmium::item_type::node: return COSMIUM_NODE;
    case osmium::item_type::way: return COSMIUM_WAY;
    case osmium::item_type::relation: return COSMIUM_RELATION;
    default: return 0;
  }
}

static void describe(const osmium::Node &node, cosmium_object *object) {
  object->has_location = node.location().valid();
  object->longitude_e7 = node.location().x();
  object->latitude_e7 = node.location().y();
}

static void describe(const osmium::Way &way, cosmium_object *object) {
  object->node_ref_count = way.nodes().size();
  object->node_refs = way.nodes().empty() ? nullptr : reinterpret_cast<const cosmium_node_ref *>(&*way.nodes().begin());
}

static void describe(const osmium::Relation &relation, std::vector<cosmium_member> &members, cosmium_object *object) {
  members.clear();
  for (const auto &member : relation.members()) {
    members.push_back({member.ref(), kind_of(member.type()), member.role()});
  }
  object->members = members.data();
  object->member_count = members.size();
}

[[gnu::always_inline]] static inline void describe(const osmium::OSMObject &source, std::vector<cosmium_member> &members, cosmium_object *object) {
  *object = cosmium_object{};
  object->kind = kind_of(source.type());
  object->id = source.id();
  object->version = source.version();
  object->is_visible = source.visible();
  object->timestamp = uint32_t(source.timestamp());
  const auto &tags = source.tags();
  if (!tags.empty()) {
    object->tags = reinterpret_cast<const uint8_t *>(tags.begin()->key());
    object->tag_bytes = size_t(tags.data() + tags.byte_size() - object->tags);
  }
  switch (source.type()) {
    case osmium::item_type::node: return describe(static_cast<const osmium::Node &>(source), object);
    case osmium::item_type::way: return describe(static_cast<const osmium::Way &>(source), object);
    case osmium::item_type::relation:
      return describe(static_cast<const osmium::Relation &>(source), members, object);
    default: return;
  }
}

/// Steps to the next object, over as many buffers as it takes; false at the end of the file.
static bool advance(cosmium_reader &state) {
  if (state.buffer) ++state.position;
  while (!state.buffer || state.position == state.buffer.end<osmium::OSMObject>()) {
    state.buffer = state.reader->read();
    if (!state.buffer) return false;
    state.position = state.buffer.begin<osmium::OSMObject>();
  }
  return true;
}

cosmium_reader *cosmium_open(const char *path, const char *format, int32_t kinds, bool metadata) {
  auto *state = new cosmium_reader{};
  guarded(state->error, 0, [&] {
    const auto meta = metadata ? osmium::io::read_meta::yes : osmium::io::read_meta::no;
    state->reader =
        std::make_unique<osmium::io::Reader>(osmium::io::File{path, format}, entity_bits(kinds), meta);
    return 0;
  });
  return state;
}

int32_t cosmium_next(cosmium_reader *state, cosmium_object *object) {
  if (!state->reader || !state->error.empty()) return -1;
  return guarded(state->error, -1, [&] {
    if (!advance(*state)) {
      state->reader->close();
      return 0;
    }
    describe(*state->position, state->members, object);
    return 1;
  });
}

const char *cosmium_error(const cosmium_reader *state) {
  return state->error.empty() ? nullptr : state->error.c_str();
}

cosmium_header cosmium_read_header(cosmium_reader *state) {
  cosmium_header result{};
  result.timestamp = result.sequence_number = result.base_url = "";
  if (!state->reader || !state->error.empty()) return result;
  return guarded(state->error, result, [&] {
    cosmium_header filled = result;
    const auto header = state->reader->header();
    state->timestamp = header.get("osmosis_replication_timestamp", header.get("timestamp"));
    filled.timestamp = state->timestamp.c_str();
    state->sequence_number = header.get("osmosis_replication_sequence_number");
    filled.sequence_number = state->sequence_number.c_str();
    state->base_url = header.get("osmosis_replication_base_url");
    filled.base_url = state->base_url.c_str();
    const auto box = header.joined_boxes();
    filled.has_bounds = box.valid();
    if (filled.has_bounds) {
      filled.west_e7 = box.bottom_left().x();
      filled.south_e7 = box.bottom_left().y();
      filled.east_e7 = box.top_right().x();
      filled.north_e7 = box.top_right().y();
    }
    filled.is_sorted = header.get("sorting") == "Type_then_ID";
    filled.has_versions = header.has_multiple_object_versions();
    return filled;
  });
}

void cosmium_close(cosmium_reader *state) { delete state; }

cosmium_store *cosmium_store_create(void) { return new cosmium_store{}; }

bool cosmium_store_add(cosmium_store *store, const cosmium_reader *reader) {
  std::string error;
  return guarded(error, false, [&] {
    const auto begin = store->buffer.committed();
    store->buffer.add_item(*reader->position);
    store->buffer.commit();
    store->begins.push_back(begin);
    return true;
  });
}

static const osmium::OSMObject &stored(const cosmium_store &store, size_t number) {
  return store.buffer.get<const osmium::OSMObject>(store.begins[number]);
}

void cosmium_store_get(cosmium_store *store, size_t number, cosmium_object *object) {
  describe(stored(*store, number), store->members, object);
}

size_t cosmium_store_size(const cosmium_store *store) { return store->buffer.committed(); }

const uint8_t *cosmium_store_bytes(const cosmium_store *store, size_t number, size_t *count) {
  const auto &object = stored(*store, number);
  *count = object.padded_size();
  return object.data();
}

bool cosmium_store_add_bytes(cosmium_store *store, const uint8_t *bytes, size_t count) {
  std::string error;
  return guarded(error, false, [&] {
    const auto begin = store->buffer.committed();
    std::copy_n(bytes, count, store->buffer.reserve_space(count));
    store->buffer.commit();
    store->begins.push_back(begin);
    return true;
  });
}

void cosmium_store_clear(cosmium_store *store) {
  store->buffer.clear();
  store->begins.clear();
}

void cosmium_store_free(cosmium_store *store) { delete store; }

static osmium::io::Header header_of(const char *generator, const cosmium_header &source) {
  osmium::io::Header header;
  const auto set = [&](const char *key, const char *text) {
    if (text && *text) header.set(key, text);
  };
  set("generator", generator);
  set("osmosis_replication_timestamp", source.timestamp);
  set("osmosis_replication_sequence_number", source.sequence_number);
  set("osmosis_replication_base_url", source.base_url);
  if (source.is_sorted) header.set("sorting", "Type_then_ID");
  if (source.has_bounds) {
    header.add_box(osmium::Box{
        osmium::Location{source.west_e7, source.south_e7}, osmium::Location{source.east_e7, source.north_e7}});
  }
  return header;
}

cosmium_writer *cosmium_writer_open(
    const char *path, const char *format, const char *generator, const cosmium_header *header) {
  auto *state = new cosmium_writer{};
  guarded(state->error, 0, [&] {
    state->writer = std::make_unique<osmium::io::Writer>(
        osmium::io::File{path, format}, header_of(generator, *header), osmium::io::overwrite::allow);
    return 0;
  });
  return state;
}

static void write(cosmium_writer &state, const osmium::OSMObject &object) {
  if (!state.error.empty()) return;
  guarded(state.error, 0, [&] {
    (*state.writer)(object);
    return 0;
  });
}

void cosmium_write_current(cosmium_writer *writer, const cosmium_reader *reader) {
  write(*writer, *reader->position);
}

void cosmium_write_stored(cosmium_writer *writer, const cosmium_store *store, size_t number) {
  write(*writer, stored(*store, number));
}

template <typename Builder> static void build_deletion(osmium::memory::Buffer &buffer, const osmium::OSMObject &object) {
  Builder builder{buffer};
  builder.set_id(object.id()).set_version(object.version()).set_timestamp(object.timestamp()).set_visible(false);
}

void cosmium_write_deletion(cosmium_writer *writer, const cosmium_reader *reader) {
  if (!writer->error.empty()) return;
  guarded(writer->error, 0, [&] {
    auto &buffer = writer->deletion;
    const auto &object = *reader->position;
    buffer.clear();
    switch (object.type()) {
      case osmium::item_type::node: build_deletion<osmium::builder::NodeBuilder>(buffer, object); break;
      case osmium::item_type::way: build_deletion<osmium::builder::WayBuilder>(buffer, object); break;
      default: build_deletion<osmium::builder::RelationBuilder>(buffer, object); break;
    }
    buffer.commit();
    write(*writer, buffer.get<const osmium::OSMObject>(0));
    return 0;
  });
}

void cosmium_writer_close(cosmium_writer *state) {
  if (!state->error.empty()) return;
  guarded(state->error, 0, [&] {
    state->writer->close();
    return 0;
  });
}

const char *cosmium_writer_error(const cosmium_writer *state) {
  return state->error.empty() ? nullptr : state->error.c_str();
}

void cosmium_writer_free(cosmium_writer *state) { delete state; }
