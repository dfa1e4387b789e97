/// A kind of area with rules of its own. Raw values are stored in graph files.
package enum ZoneKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case lowEmission = 1
}

/// What drew an area.
package enum ZoneSource: Hashable, Sendable {
  case way(Int64)
  case relation(Int64)

  /// As libosmium numbers areas: twice the id, and one more for a relation.
  var areaID: Int64 {
    switch self {
    case .way(let id): id &* 2
    case .relation(let id): id &* 2 &+ 1
    }
  }

  init(areaID: Int64) { self = areaID & 1 == 0 ? .way(areaID >> 1) : .relation(areaID >> 1) }
}

/// What a device beside or over a road checks. Raw values are stored in graph files.
package enum EnforcementKind: UInt8, CaseIterable, Sendable, BitwiseCopyable {
  case speed = 1
  case averageSpeed, trafficSignals, access, toll, height, weight, distance, check
}

extension RoadNetwork {
  /// The part of a segment within an area, as shares of its length in the direction of the way.
  package struct ZoneStretch: Hashable, Sendable {
    package var segment: Int
    package var begin: Double
    package var end: Double

    package init(segment: Int, begin: Double, end: Double) {
      self.segment = segment
      self.begin = begin
      self.end = end
    }
  }

  /// An area with rules of its own, and the roads in it.
  package struct Zone: Sendable {
    package var kind: ZoneKind
    /// Empty if it has none.
    package var name: String
    package var source: ZoneSource
    package var stretches: [ZoneStretch]

    package init(kind: ZoneKind, name: String, source: ZoneSource, stretches: [ZoneStretch]) {
      self.kind = kind
      self.name = name
      self.source = source
      self.stretches = stretches
    }
  }

  /// A place on one direction of a road that a device watches.
  package struct Enforcement: Hashable, Sendable {
    package var kind: EnforcementKind
    /// The id of the relation in the source.
    package var source: Int64
    package var segment: Int
    package var forward: Bool
    /// The share of the segment's length in the direction driven.
    package var share: Double

    package init(kind: EnforcementKind, source: Int64, segment: Int, forward: Bool, share: Double) {
      self.kind = kind
      self.source = source
      self.segment = segment
      self.forward = forward
      self.share = share
    }
  }
}

/// A share of a length in four bytes.
enum StoredShare {
  static func rawValue(_ share: Double) -> UInt32 { UInt32((min(max(share, 0), 1) * 4_294_967_295).rounded()) }
  static func share(_ rawValue: UInt32) -> Double { Double(rawValue) / 4_294_967_295 }
}
