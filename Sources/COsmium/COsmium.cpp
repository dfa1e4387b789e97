#include "COsmium.h"

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <osmium/io/any_input.hpp>
#include <osmium/osm.hpp>

static_assert(sizeof(osmium::NodeRef) == sizeof(cosmium_node_ref), "ways lend their nodes without a copy");
static_assert(sizeof(osmium::Location) == 2 * sizeof(int32_t), "longitude, then latitude");

struct cosmium_reader {
  std::unique_ptr<osmium::io::Reader> reader;
  osmium::memory::Buffer buffer;
  osmium::memory::Buffer::t_iterator<osmium::OSMObject> position;
  std::vector<cosmium_member> members;
  std::string timestamp;
  std::string error;

  /// Runs `body`; an exception becomes the reader's error text and `fallback` the result.
  template <typename Result, typename Body> Result guarded(Result fallback, Body &&body) noexcept {
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

static void describe(const osmium::OSMObject &source, std::vector<cosmium_member> &members, cosmium_object *object) {
  *object = cosmium_object{};
  object->kind = kind_of(source.type());
  object->id = source.id();
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
  state->guarded(0, [&] {
    const auto meta = metadata ? osmium::io::read_meta::yes : osmium::io::read_meta::no;
    state->reader =
        std::make_unique<osmium::io::Reader>(osmium::io::File{path, format}, entity_bits(kinds), meta);
    return 0;
  });
  return state;
}

int32_t cosmium_next(cosmium_reader *state, cosmium_object *object) {
  if (!state->reader || !state->error.empty()) return -1;
  return state->guarded(-1, [&] {
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
  result.timestamp = "";
  if (!state->reader || !state->error.empty()) return result;
  return state->guarded(result, [&] {
    cosmium_header filled = result;
    const auto header = state->reader->header();
    state->timestamp = header.get("osmosis_replication_timestamp", header.get("timestamp"));
    filled.timestamp = state->timestamp.c_str();
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
