internal import Geodesy

extension TownWay {
  /// The speed of an unhurried driver with nothing in the way: by class, and below the limit.
  var cruisingSpeed: MetresPerSecond {
    let sign = (self["maxspeed"] ?? self["maxspeed:forward"])?.split(separator: " ")
    guard let limit = sign?.first.flatMap({ Double($0) }) else { return cruisingSpeedOfClass / 3.6 }
    let kilometresPerUnit = sign?.last == "mph" ? 1.609344 : 1
    return min(cruisingSpeedOfClass, limit * kilometresPerUnit) * 0.95 / 3.6
  }

  /// In km/h.
  private var cruisingSpeedOfClass: Double {
    switch self["highway"] ?? self["route"] {
    case "motorway": 125
    case "motorway_link": 65
    case "primary", "secondary": 85
    case "tertiary", "unclassified": 50
    case "residential": 32
    case "living_street", "pedestrian": 7
    default: 16
    }
  }

  /// Off the road, where no vehicle has left a track.
  static let cruisingSpeedOffRoad: MetresPerSecond = 12 / 3.6
}
