/// The urban limit shared by nearly all countries; ``zoneSpeeds`` has the exceptions.
let everywhere: [String: SpeedReading] = ["urban": .kmh(50)]

/// The known limits of the zones of a country. Without one, the class of the road decides.
///
/// Contains only values on which published tables agree: a zone is left out for countries whose limits vary by season
/// or region, or whose tables disagree.
///
/// - Source: OSM wiki, Key:source:maxspeed, "Commonly used values", and Speed limits, as the tables of SUMO and OSRM
///   quote them; for 30 mph in built-up areas, the British Highway Code, rule 124.
let zoneSpeeds: [String: [String: SpeedReading]] = {
  let table: [String: [String: Int]] = [
    "at": ["rural": 100, "trunk": 100, "motorway": 130], "be": ["motorway": 120], "be-vlg": ["rural": 70],
    "be-wal": ["rural": 90], "be-bru": ["urban": 30, "rural": 70], "bg": ["motorway": 140],
    "by": ["urban": 60, "motorway": 110], "ca-on": ["rural": 80], "ch": ["rural": 80, "trunk": 100, "motorway": 120],
    "cz": ["rural": 90, "trunk": 110, "motorway": 130], "de": ["rural": 100, "living_street": 7, "bicycle_road": 30],
    "dk": ["rural": 80, "motorway": 130], "ee": ["rural": 90], "es": ["trunk": 90, "motorway": 120],
    "fi": ["rural": 80], "fr": ["rural": 80, "motorway": 130],
    "gb": ["urban": 48, "nsl_restricted": 48, "nsl_single": 97, "nsl_dual": 113, "motorway": 113],
    "hu": ["living_street": 20, "rural": 90, "trunk": 110, "motorway": 130], "it": ["rural": 90, "motorway": 130],
    "lt": ["rural": 90], "lv": ["living_street": 20], "nl": ["rural": 80, "trunk": 100],
    "no": ["rural": 80, "motorway": 110], "pl": ["motorway": 140],
    "pt": ["rural": 90, "trunk": 100, "motorway": 120], "ro": ["rural": 90, "trunk": 100, "motorway": 130],
    "rs": ["living_street": 30, "rural": 80, "trunk": 100, "motorway": 130],
    "ru": ["living_street": 20, "urban": 60, "rural": 90, "motorway": 110],
    "uz": ["living_street": 30, "urban": 70, "rural": 100, "motorway": 110], "za": ["urban": 60, "rural": 100],
  ]
  var speeds = table.mapValues { $0.mapValues { SpeedReading.kmh($0) } }
  speeds["de"]?["motorway"] = .unlimited
  speeds["uk"] = speeds["gb"]
  return speeds
}()
