/// Areas and devices, which few maps have.
extension RoadGraphWriter {
  func addZones<Sink>(
    _ zones: [RoadNetwork.Zone], in order: GraphOrder, to writer: inout SectionWriter<Sink>,
    _ strings: inout StringTable
  ) throws(Sink.Failure) {
    let zones = zones.filter { !$0.stretches.isEmpty }.sorted { $0.source.areaID < $1.source.areaID }
    guard !zones.isEmpty else { return }
    let new = order.newSegments(of: Set(zones.flatMap { $0.stretches.map { UInt32($0.segment) } }))
    var rows: [(segment: UInt32, zone: UInt32, begin: UInt32, end: UInt32)] = []
    for (number, zone) in zones.enumerated() {
      for stretch in zone.stretches {
        guard let segment = new[UInt32(stretch.segment)] else { continue }
        rows.append(
          (
            segment.rawValue, UInt32(number), StoredShare.rawValue(stretch.begin), StoredShare.rawValue(stretch.end)
          ))
      }
    }
    rows.sort { ($0.segment, $0.zone, $0.begin) < ($1.segment, $1.zone, $1.begin) }
    try writer.add(.zoneKinds, zones.map(\.kind.rawValue))
    try writer.add(.zoneNames, zones.map { strings.id(of: $0.name) })
    try writer.add(.zoneSources, zones.map(\.source.areaID))
    try writer.add(.zoneSegments, rows.map(\.segment))
    try writer.add(.zoneNumbers, rows.map(\.zone))
    try writer.add(.zoneBegins, rows.map(\.begin))
    try writer.add(.zoneEnds, rows.map(\.end))
  }

  func addEnforcements<Sink>(
    _ enforcements: [RoadNetwork.Enforcement], in order: GraphOrder, to writer: inout SectionWriter<Sink>
  ) throws(Sink.Failure) {
    guard !enforcements.isEmpty else { return }
    let new = order.newSegments(of: Set(enforcements.map { UInt32($0.segment) }))
    var rows: [(edge: UInt32, share: UInt32, kind: UInt8, source: Int64)] = []
    for device in enforcements {
      guard let segment = new[UInt32(device.segment)] else { continue }
      let edge = device.forward ? segment.forward : segment.backward
      rows.append((edge.rawValue, StoredShare.rawValue(device.share), device.kind.rawValue, device.source))
    }
    rows.sort { ($0.edge, $0.share, $0.source, $0.kind) < ($1.edge, $1.share, $1.source, $1.kind) }
    try writer.add(.enforcementEdges, rows.map(\.edge))
    try writer.add(.enforcementShares, rows.map(\.share))
    try writer.add(.enforcementKinds, rows.map(\.kind))
    try writer.add(.enforcementSources, rows.map(\.source))
  }
}
