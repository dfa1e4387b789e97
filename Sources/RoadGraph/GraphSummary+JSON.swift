internal import Records

extension GraphSummary {
  /// The summary for programs: one JSON object, keys sorted, lengths in km with three decimals.
  package var json: String {
    let document = JSONValue.sorted([
      "path": .text(path), "bytes": .integer(bytes), "format": .integer(formatVersion), "version": .text(version),
      "source": provenance.json, "bounds": bounds.map { .list($0.map(JSONValue.number)) } ?? .null,
      "counts": counts.json, "classes": .list(classes.map(\.json)), "modes": .list(modes.map(\.json)),
      "flags": .list(flags.map(\.json)), "node_flags": .list(nodeFlags.map(\.json)),
      "speed_limits": speedLimits.json, "sections": .list(sections.map(\.json)),
    ])
    return String(decoding: document.rendered(), as: UTF8.self)
  }
}

extension Provenance {
  fileprivate var json: JSONValue {
    .sorted([
      "name": .text(source), "kind": .text(kind), "data_time": .text(dataTime),
      "options": .sorted(options.mapValues(JSONValue.text)), "counts": .sorted(counts.mapValues(JSONValue.integer)),
    ])
  }
}

extension GraphSummary.Counts {
  fileprivate var json: JSONValue {
    .sorted([
      "nodes": .integer(nodes), "segments": .integer(segments), "edges": .integer(edges), "ways": .integer(ways),
      "places": .integer(places), "restrictions": .integer(restrictions),
      "conditional_restrictions": .integer(conditionalRestrictions), "backdrop_tiles": .integer(backdropTiles),
    ])
  }
}

extension GraphSummary.Share {
  fileprivate var json: JSONValue {
    .sorted([
      "name": .text(name), "edges": .integer(edges),
      "length_km": .number((Double(lengthInMillimetres) / 1000).rounded() / 1000),
    ])
  }
}

extension GraphSummary.NodeCount {
  fileprivate var json: JSONValue { .sorted(["name": .text(name), "nodes": .integer(nodes)]) }
}

extension GraphSummary.SpeedLimits {
  fileprivate var json: JSONValue {
    .sorted([
      "tagged": .integer(tagged), "default_of_class": .integer(defaultOfClass), "unknown": .integer(unknown),
      "tagged_share": .number(taggedShare, places: 3),
    ])
  }
}

extension GraphSummary.Section {
  fileprivate var json: JSONValue { .sorted(["name": .text(name), "bytes": .integer(bytes)]) }
}
