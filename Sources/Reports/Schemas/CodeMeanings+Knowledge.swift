internal import Knowledge

extension SpeedBasis: Coded {
  package static let meanings = [
    "hours": "passages of this piece in these hours",
    "edge": "passages of this piece in other hours",
    "road": "passages of other pieces of the same road",
    "class": "passages of roads of its class in the area",
    "profile": "the speeds of the profile, times one factor for all",
  ]
}

extension RoadBreak.Kind: Coded {
  package static let meanings = [
    "closed": "nobody drives there any more",
    "opened": "somebody drives there, where nobody did",
    "slower": "it is driven more slowly",
    "faster": "it is driven faster",
    "detour": "more or fewer drives, because a road near it was closed or opened",
    "congestion": "it was slower than usual on the last day only",
  ]
}

extension CoverageRow.Kind {
  static let meanings = [
    "all": "all roads that the mode may use", "class": "the roads of a class", "zone": "the roads in a zone",
  ]
}
