internal import Geodesy

extension TownWay {
  /// How fast an unhurried driver goes here when nothing slows him: by class, and no faster than a limit in km/h.
  var cruisingSpeed: MetresPerSecond {
    guard let limit = self["maxspeed"]?.split(separator: " ").first.flatMap({ Double($0) }),
      self["maxspeed"]?.hasSuffix("mph") != true
    else { return cruisingSpeedOfClass / 3.6 }
    return min(cruisingSpeedOfClass, limit) * 0.95 / 3.6
  }

  /// In km/h.
  private var cruisingSpeedOfClass: Double {
    switch self["highway"] ?? self["route"] {
    case "motorway": 125
    case "motorway_link": 65
    case "primary", "secondary": 85
    case "tertiary", "unclassified": self["maxspeed"]?.hasSuffix("mph") == true ? 22 : 50
    case "residential": 32
    case "living_street", "pedestrian": 7
    default: 16
    }
  }

  /// On the tracks of no vehicle.
  static let cruisingSpeedOffRoad: MetresPerSecond = 12 / 3.6
}
