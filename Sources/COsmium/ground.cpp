#include "COsmium.h"

#include <deque>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <osmium/area/assembler.hpp>
#include <osmium/area/multipolygon_manager.hpp>
#include <osmium/handler/node_locations_for_ways.hpp>
#include <osmium/index/map/flex_mem.hpp>
#include <osmium/io/any_input.hpp>
#include <osmium/relations/manager_util.hpp>
#include <osmium/visitor.hpp>

using location_index = osmium::index::map::FlexMem<osmium::unsigned_object_id_type, osmium::Location>;
using location_handler = osmium::handler::NodeLocationsForWays<location_index, location_index>;
using area_manager = osmium::area::MultipolygonManager<osmium::area::Assembler>;

static_assert(sizeof(osmium::NodeRef) == sizeof(cosmium_node_ref), "ways lend their nodes without a copy");

struct cosmium_ground {
  osmium::io::File file;
  location_index positive;
  location_index negative;
  location_handler locations{positive, negative};
  osmium::Box box;
  osmium::TagsFilter filter{false};
  std::unique_ptr<area_manager> areas;
  std::unique_ptr<osmium::io::Reader> reader;
  bool reads_ways = false;
  /// The objects of the file, and areas that are complete.
  std::deque<osmium::memory::Buffer> buffers;
  osmium::memory::Buffer::t_iterator<osmium::OSMObject> position;
  bool is_in_buffer = false;
  size_t broken = 0;
  size_t incomplete = 0;
  std::vector<cosmium_node_ref> refs;
  std::vector<int64_t> ring_ends;
  std::string error;
};

template <typename Body> static int32_t guarded_step(cosmium_ground &ground, Body &&body) noexcept {
  try {
    return body();
  } catch (const std::exception &exception) {
    ground.error = exception.what();
  } catch (...) {
  }
  if (ground.error.empty()) ground.error = "unknown error";
  return -1;
}

cosmium_ground *cosmium_ground_create(void) { return new cosmium_ground; }

void cosmium_ground_add_rule(cosmium_ground *ground, bool is_wanted, const char *key, const char *value) {
  guarded_step(*ground, [&] {
    ground->filter.add_rule(is_wanted, value ? osmium::TagMatcher{key, value} : osmium::TagMatcher{key});
    return 0;
  });
}

void cosmium_ground_open(cosmium_ground *ground, const char *path, const char *format) {
  guarded_step(*ground, [&] {
    ground->locations.ignore_errors();
    ground->areas = std::make_unique<area_manager>(osmium::area::AssemblerConfig{}, ground->filter);
    ground->file = osmium::io::File{path, format};
    osmium::relations::read_relations(ground->file, *ground->areas);
    ground->reader = std::make_unique<osmium::io::Reader>(
        ground->file, osmium::osm_entity_bits::node, osmium::io::read_meta::no);
    return 0;
  });
}

/// Reads one more buffer of the file; false at its end.
static bool fill(cosmium_ground &ground) {
  auto buffer = ground.reader->read();
  if (!buffer) {
    ground.reader->close();
    if (ground.reads_ways) return false;
    ground.reads_ways = true;
    ground.reader = std::make_unique<osmium::io::Reader>(
        ground.file, osmium::osm_entity_bits::way, osmium::io::read_meta::no);
    return true;
  }
  if (ground.reads_ways) {
    std::deque<osmium::memory::Buffer> complete;
    auto &handler = ground.areas->handler(
        [&](osmium::memory::Buffer &&areas) { complete.push_back(std::move(areas)); });
    osmium::apply(buffer, ground.locations, handler);
    ground.buffers.push_back(std::move(buffer));
    for (auto &areas : complete) ground.buffers.push_back(std::move(areas));
  } else {
    osmium::apply(buffer, ground.locations);
    for (const auto &node : buffer.select<osmium::Node>()) {
      if (node.location().valid()) ground.box.extend(node.location());
    }
    ground.buffers.push_back(std::move(buffer));
  }
  return true;
}

static bool advance(cosmium_ground &ground) {
  if (ground.is_in_buffer) ++ground.position;
  for (;;) {
    if (!ground.is_in_buffer && !ground.buffers.empty()) {
      ground.position = ground.buffers.front().begin<osmium::OSMObject>();
      ground.is_in_buffer = true;
    }
    if (!ground.is_in_buffer) {
      if (!fill(ground)) return false;
    } else if (ground.position == ground.buffers.front().end<osmium::OSMObject>()) {
      ground.buffers.pop_front();
      ground.is_in_buffer = false;
    } else {
      return true;
    }
  }
}

static void add(cosmium_ground &ground, const osmium::NodeRefList &ring, bool is_hole) {
  for (const auto &ref : ring) ground.refs.push_back({ref.ref(), ref.x(), ref.y()});
  const auto end = int64_t(ground.refs.size());
  ground.ring_ends.push_back(is_hole ? -end : end);
}

/// False for what is of no use: nodes without tags, and areas without rings.
static bool describe(cosmium_ground &ground, cosmium_shape *shape) {
  const osmium::OSMObject &object = *ground.position;
  const auto &tags = object.tags();
  *shape = cosmium_shape{};
  shape->id = object.id();
  if (!tags.empty()) {
    shape->tags = reinterpret_cast<const uint8_t *>(tags.begin()->key());
    shape->tag_bytes = size_t(tags.data() + tags.byte_size() - shape->tags);
  }
  ground.refs.clear();
  ground.ring_ends.clear();
  if (object.type() == osmium::item_type::node) {
    const auto &node = static_cast<const osmium::Node &>(object);
    shape->kind = COSMIUM_NODE;
    if (tags.empty() || !node.location().valid()) return false;
    ground.refs.push_back({node.id(), node.location().x(), node.location().y()});
  } else if (object.type() == osmium::item_type::way) {
    const auto &nodes = static_cast<const osmium::Way &>(object).nodes();
    shape->kind = COSMIUM_WAY;
    shape->node_ref_count = nodes.size();
    shape->node_refs = nodes.empty() ? nullptr : reinterpret_cast<const cosmium_node_ref *>(&*nodes.begin());
    return true;
  } else if (object.type() == osmium::item_type::area) {
    const auto &area = static_cast<const osmium::Area &>(object);
    shape->kind = COSMIUM_AREA;
    for (const auto &outer : area.outer_rings()) {
      add(ground, outer, false);
      for (const auto &inner : area.inner_rings(outer)) add(ground, inner, true);
    }
    if (ground.refs.empty()) {
      ground.broken += 1;
      return false;
    }
    shape->ring_ends = ground.ring_ends.data();
    shape->ring_count = ground.ring_ends.size();
  } else {
    return false;
  }
  shape->node_refs = ground.refs.data();
  shape->node_ref_count = ground.refs.size();
  return true;
}

int32_t cosmium_ground_next(cosmium_ground *ground, cosmium_shape *shape) {
  if (!ground->error.empty()) return -1;
  return guarded_step(*ground, [&] {
    while (advance(*ground)) {
      if (describe(*ground, shape)) return 1;
    }
    ground->areas->for_each_incomplete_relation([&](const osmium::relations::RelationHandle &) {
      ground->incomplete += 1;
    });
    return 0;
  });
}

const char *cosmium_ground_error(const cosmium_ground *ground) {
  return ground->error.empty() ? nullptr : ground->error.c_str();
}

bool cosmium_ground_bounds(const cosmium_ground *ground, int32_t *box) {
  if (!ground->box.valid()) return false;
  box[0] = ground->box.bottom_left().x();
  box[1] = ground->box.bottom_left().y();
  box[2] = ground->box.top_right().x();
  box[3] = ground->box.top_right().y();
  return true;
}

void cosmium_ground_losses(const cosmium_ground *ground, size_t *broken, size_t *incomplete) {
  *broken = ground->broken;
  *incomplete = ground->incomplete;
}

void cosmium_ground_close(cosmium_ground *ground) { delete ground; }
