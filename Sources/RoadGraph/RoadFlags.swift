/// Properties of a way besides its class. Raw values are stored in graph files.
@usableFromInline package struct RoadFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt32
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `junction=roundabout` or `circular`.
  package static let roundabout = RoadFlags(rawValue: 1 << 0)
  /// `tunnel` other than `no`, also `covered=yes`.
  package static let tunnel = RoadFlags(rawValue: 1 << 1)
  package static let bridge = RoadFlags(rawValue: 1 << 2)
  package static let toll = RoadFlags(rawValue: 1 << 3)
  /// A ferry: `route=ferry`.
  package static let ferry = RoadFlags(rawValue: 1 << 4)
  /// By `surface`, or by the grade of a track.
  package static let unpaved = RoadFlags(rawValue: 1 << 5)
  /// Traffic keeps to the left here.
  package static let drivesOnLeft = RoadFlags(rawValue: 1 << 6)
  /// Only cars with passengers: `hov=designated`.
  package static let carPoolOnly = RoadFlags(rawValue: 1 << 7)
  /// Tagged or implied oneway for cars, in either direction.
  package static let oneway = RoadFlags(rawValue: 1 << 8)
  /// The direction changes over time: `oneway=reversible` or `alternating`.
  package static let reversible = RoadFlags(rawValue: 1 << 9)
  /// `motorroad=yes` and expressways.
  package static let motorroad = RoadFlags(rawValue: 1 << 10)
  /// A driveway, parking aisle or alley: `service=*` on a service road.
  package static let minorService = RoadFlags(rawValue: 1 << 11)
  /// `hazard=school_zone`.
  package static let schoolZone = RoadFlags(rawValue: 1 << 12)
  /// `low_emission_zone` other than `no`.
  package static let lowEmissionZone = RoadFlags(rawValue: 1 << 13)
  /// Bicycles go there only if they are pushed, along the way's node order …
  package static let pushedForward = RoadFlags(rawValue: 1 << 14)
  /// … and against it.
  package static let pushedBackward = RoadFlags(rawValue: 1 << 15)
  /// An escalator or a moving walkway: `conveying` other than `no`.
  package static let conveying = RoadFlags(rawValue: 1 << 16)
  /// A lift: `highway=elevator`.
  package static let lift = RoadFlags(rawValue: 1 << 17)
  /// On a square: along its edge, or across it between its entrances.
  package static let square = RoadFlags(rawValue: 1 << 18)
}

/// Features at a node. Raw values are stored in graph files.
@usableFromInline package struct NodeFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let trafficSignals = NodeFlags(rawValue: 1 << 0)
  package static let levelCrossing = NodeFlags(rawValue: 1 << 1)
  /// A barrier that stops at least one mode; see ``RoadNetwork/Node/barrier``.
  package static let barrier = NodeFlags(rawValue: 1 << 2)
  package static let motorwayJunction = NodeFlags(rawValue: 1 << 3)
  package static let tollBooth = NodeFlags(rawValue: 1 << 4)
  package static let miniRoundabout = NodeFlags(rawValue: 1 << 5)
  package static let stopSign = NodeFlags(rawValue: 1 << 6)
  package static let giveWay = NodeFlags(rawValue: 1 << 7)
}

/// What few nodes have besides ``NodeFlags``. Raw values are stored in graph files.
@usableFromInline package struct NodeSigns: OptionSet, Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package let rawValue: UInt8
  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let borderControl = NodeSigns(rawValue: 1 << 0)
  package static let speedCamera = NodeSigns(rawValue: 1 << 1)
  /// The stop sign, signals or camera are for those who drive along the way's node order.
  package static let forForward = NodeSigns(rawValue: 1 << 2)
  /// … against it. With neither or both they are for everybody.
  package static let forBackward = NodeSigns(rawValue: 1 << 3)
  /// A turning circle or turning loop, where vehicles turn round.
  package static let turningPlace = NodeSigns(rawValue: 1 << 4)
  /// A lift: `highway=elevator`.
  package static let lift = NodeSigns(rawValue: 1 << 5)
}

/// The surface of a road, in the groups that matter to costs. Raw values are stored in graph files.
@usableFromInline package enum Surface: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case unknown = 0
  case paved, asphalt, concrete, pavingStones, sett, cobblestone, metal, wood
  case compacted, fineGravel, gravel, unpaved, ground, grass, sand, mud, snowOrIce
}

/// The highest lawful speed on a directed edge.
@usableFromInline package struct SpeedLimit: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package enum Source: UInt8, Sendable, BitwiseCopyable { case tag, defaultOfClass }
  /// `nil` if there is no limit: `maxspeed=none`.
  @usableFromInline package var kmh: Int?
  @usableFromInline package var source: Source

  package init(kmh: Int?, source: Source) {
    self.kmh = kmh
    self.source = source
  }
}
