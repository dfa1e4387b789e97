internal import Geodesy

extension Town {
  /// The town as an OpenStreetMap XML file: nodes, ways and relations, each in the order of the districts.
  ///
  /// Every object has version 1 and the same timestamp, which is the date of the map data.
  package var openStreetMapXML: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!--
      Quillmere, an invented town for trying tracemill. No place or name in it is real; it lies in the sea.
      Written by `make samples`: change Sources/SampleTown, not this file.
      Ids tell the district: nodes 1xx and ways 11xx belong to the Old Town, 2xx and 12xx to the Station Quarter, ...
    -->
    <osm version="0.6" generator="sample-town">
      \(bounds)

    \(section("nodes") { $0.nodes.map(xml) })

    \(section("ways") { $0.ways.map(xml) })

    \(section("turn restrictions") { $0.restrictions.map(xml) })
    </osm>

    """
  }

  private var bounds: String {
    let places = nodes.map { ruler.place($0.point) }
    let south = places.min { $0.latitudeE7 < $1.latitudeE7 }?.latitudeText ?? ""
    let north = places.max { $0.latitudeE7 < $1.latitudeE7 }?.latitudeText ?? ""
    let west = places.min { $0.longitudeE7 < $1.longitudeE7 }?.longitudeText ?? ""
    let east = places.max { $0.longitudeE7 < $1.longitudeE7 }?.longitudeText ?? ""
    return #"<bounds minlat="\#(south)" minlon="\#(west)" maxlat="\#(north)" maxlon="\#(east)"/>"#
  }

  /// One paragraph per district with content, headed by a comment.
  private func section(_ kind: String, _ lines: (District) -> [String]) -> String {
    districts.compactMap { district in
      let lines = lines(district)
      return lines.isEmpty
        ? nil : (["  <!-- \(district.name), \(kind). \(district.about) -->"] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private func xml(_ node: TownNode) -> String {
    let place = ruler.place(node.point)
    return element(
      "node", node.id, attributes: #" lat="\#(place.latitudeText)" lon="\#(place.longitudeText)""#,
      children: xml(node.tags))
  }

  private func xml(_ way: TownWay) -> String {
    element("way", way.id, children: way.nodes.map { #"<nd ref="\#($0)"/>"# } + xml(way.tags))
  }

  private func xml(_ restriction: TownRestriction) -> String {
    let via =
      switch restriction.via {
      case .node(let id): #"<member type="node" ref="\#(id)" role="via"/>"#
      case .way(let id): #"<member type="way" ref="\#(id)" role="via"/>"#
      }
    let members = [
      #"<member type="way" ref="\#(restriction.from)" role="from"/>"#, via,
      #"<member type="way" ref="\#(restriction.to)" role="to"/>"#,
    ]
    return element(
      "relation", restriction.id, children: members + [#"<tag k="type" v="restriction"/>"#] + xml(restriction.tags))
  }

  private func xml(_ tags: Tags) -> [String] {
    tags.map { #"<tag k="\#($0.key)" v="\#(escaped($0.value))"/>"# }
  }

  private func element(_ name: String, _ id: Int, attributes: String = "", children: [String]) -> String {
    let head = #"  <\#(name) id="\#(id)" version="1" timestamp="2026-05-01T00:00:00Z"\#(attributes)"#
    guard !children.isEmpty else { return head + "/>" }
    return ([head + ">"] + children.map { "    " + $0 } + ["  </\(name)>"]).joined(separator: "\n")
  }
}

/// `text` with the characters escaped that have a meaning in XML.
func escaped(_ text: String) -> String {
  text.reduce(into: "") { result, character in
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case "\"": result += "&quot;"
    default: result.append(character)
    }
  }
}
