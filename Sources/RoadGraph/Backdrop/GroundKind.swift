/// What a part of the ground is. Raw values are stored; areas are drawn in their order.
package enum GroundKind: UInt8, CaseIterable, Sendable {
  case sea = 0
  case residential, commercial, industrial, farmland, grass, scrub, rock, sand, glacier, park, wood, wetland, water
  case building
  // Lines.
  case stream = 32
  case canal, river, railway, sideTrack, runway, stateBorder, countryBorder
  // Points with a name.
  case city = 64
  case town, village, suburb, hamlet, peak

  package enum Form: Sendable { case area, line, point }

  package var form: Form {
    switch rawValue {
    case ..<32: .area
    case ..<64: .line
    default: .point
    }
  }
}
