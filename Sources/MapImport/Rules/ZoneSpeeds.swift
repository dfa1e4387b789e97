/// Limits of zones that mean much the same in every country.
///
/// - Source: OSM wiki, Key:maxspeed, "Implicit maxspeed values".
let everywhere: [String: SpeedReading] = [
  "urban": .kmh(50), "living_street": .kmh(20), "bicycle_road": .kmh(30), "school": .kmh(30), "walk": .kmh(7),
]

/// Limits in km/h that a zone of a country stands for.
///
/// - Source: OSM wiki, Default speed limits, passenger cars.
let zoneSpeeds: [String: [String: SpeedReading]] = {
  let table: [(countries: [String], urban: Int, rural: Int, motorway: Int)] = [
    (["at", "cz", "pt", "bg", "ro"], 50, 90, 130), (["fr"], 50, 80, 130), (["it"], 50, 90, 130),
    (["ch", "li"], 50, 80, 120),
    (["pl"], 50, 90, 140), (["sk", "hu", "si", "hr", "lt", "gr"], 50, 90, 130), (["nl"], 50, 80, 100),
    (["be", "be-wal"], 50, 90, 120), (["be-vlg"], 50, 70, 120), (["be-bru"], 30, 70, 120), (["lu"], 50, 90, 130),
    (["es"], 50, 90, 120), (["se"], 50, 70, 110), (["no"], 50, 80, 110), (["dk"], 50, 80, 130), (["fi"], 50, 80, 120),
    (["ee", "lv", "by"], 50, 90, 110), (["ua"], 50, 90, 130), (["ru"], 60, 90, 110), (["rs", "me", "ba"], 50, 80, 130),
    (["tr"], 50, 90, 120), (["ie"], 50, 80, 120), (["cy"], 50, 80, 100), (["mt"], 50, 80, 80), (["jp"], 60, 60, 100),
    (["au", "nz", "za"], 50, 100, 110), (["ca"], 50, 80, 100), (["uz"], 70, 100, 100),
  ]
  var result: [String: [String: SpeedReading]] = [:]
  for row in table {
    for country in row.countries {
      result[country] = ["urban": .kmh(row.urban), "rural": .kmh(row.rural), "motorway": .kmh(row.motorway)]
    }
  }
  // Austria, Bulgaria and Portugal differ from their row where the law does.
  result["at"]?["rural"] = .kmh(100)
  result["bg"]?["motorway"] = .kmh(140)
  result["pt"]?["motorway"] = .kmh(120)
  result["at"]?["living_street"] = .kmh(5)
  result["it"]?["trunk"] = .kmh(110)
  result["ch"]?["trunk"] = .kmh(100)
  result["ro"]?["trunk"] = .kmh(100)
  result["de"] = [
    "urban": .kmh(50), "rural": .kmh(100), "motorway": .unlimited, "living_street": .kmh(7), "walk": .kmh(7),
  ]
  let british: [String: SpeedReading] = [
    "urban": .kmh(48), "nsl_restricted": .kmh(48), "nsl_single": .kmh(97), "rural": .kmh(97), "nsl_dual": .kmh(113),
    "motorway": .kmh(113),
  ]
  result["gb"] = british
  result["uk"] = british
  return result
}()
