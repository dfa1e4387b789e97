internal import Geodesy
internal import Moments
internal import RoadGraph
package import RoadRules
internal import Routing

func travelMode(_ name: String, _ field: String) throws(RequestRefusal) -> TravelMode {
  guard let mode = TravelMode(name: name) else {
    let names = TravelMode.allCases.map(\.name).joined(separator: ", ")
    throw RequestRefusal(.badValue, "\(field) is one of \(names), not \(shown(name))")
  }
  return mode
}

/// The case with this name.
func choice<Choice: RawRepresentable<String> & CaseIterable>(
  _ word: String, _ field: String
) throws(RequestRefusal) -> Choice {
  guard let value = Choice(rawValue: word) else {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    throw RequestRefusal(.badValue, "\(field) is one of \(words), not \(shown(word))")
  }
  return value
}

/// A number within bounds.
func checked(
  _ value: Double, _ field: String, _ range: ClosedRange<Double>, _ unit: String
) throws(RequestRefusal) -> Double {
  guard range.contains(value) else {
    let bounds = "\(Int(range.lowerBound)) to \(Int(range.upperBound)) \(unit)"
    throw RequestRefusal(.badValue, "\(field) is \(bounds), not \(value)")
  }
  return value
}

/// The vehicle, if its dimensions are possible.
package func checkedVehicle(_ vehicle: Vehicle) throws(RequestRefusal) -> Vehicle {
  for measure in Vehicle.Measure.allCases {
    if let value = vehicle[measure] { _ = try checkedMeasure(value, measure) }
  }
  return vehicle
}

func checkedMeasure(_ value: Double, _ measure: Vehicle.Measure) throws(RequestRefusal) -> Double {
  let (most, unit) = measure.isLength ? (100.0, "metres") : (1000.0, "tonnes")
  guard value > 0, value <= most else {
    let field = "vehicle_\(measure.rawValue)"
    throw RequestRefusal(.badValue, "\(field) is above 0 and up to \(Int(most)) \(unit), not \(value)")
  }
  return value
}

func avoidedFeatures(_ names: [String]) throws(RequestRefusal) -> AvoidedFeatures {
  var features: AvoidedFeatures = []
  for name in names { features.insert(AvoidedFeatures(try choice(name, "avoid"))) }
  return features
}

func zonedTime(_ text: String, _ field: String) throws(RequestRefusal) -> ZonedTime {
  guard let time = ZonedTime(iso8601: text) else {
    throw RequestRefusal(
      .badValue, "\(field) is a time with its offset such as 2026-03-02T08:00:00+01:00, not \(shown(text))")
  }
  return time
}

func checkedRadius(_ value: Double, _ field: String) throws(RequestRefusal) -> Metres {
  try checked(value, field, 1...10_000, "metres")
}

func checkedAlternatives(_ count: Int) throws(RequestRefusal) -> Int {
  Int(try checked(Double(count), "alternatives", 0...10, "routes"))
}

/// The waypoint at a place, if the place is on the earth.
func waypoint(latitude: Double, longitude: Double, _ field: String) throws(RequestRefusal) -> Waypoint {
  guard abs(latitude) <= 90 else {
    let isExchanged = abs(latitude) <= 180 && abs(longitude) <= 90
    let hint =
      isExchanged ? ". The latitude comes first: did you mean \(longitude),\(latitude)?" : decimalPoint(latitude)
    throw RequestRefusal(.badValue, "\(field): latitude \(latitude) is outside -90…90\(hint)")
  }
  guard abs(longitude) <= 180 else {
    throw RequestRefusal(
      .badValue, "\(field): longitude \(longitude) is outside -180…180\(decimalPoint(longitude))")
  }
  return Waypoint(place: Place(latitude: latitude, longitude: longitude))
}

/// `54,6959,2,8369` is four whole numbers.
private func decimalPoint(_ value: Double) -> String {
  value == value.rounded() ? "; degrees have a decimal point and no comma, as in 47.141,9.521" : ""
}

/// A text in quotes, shortened if it is long.
func shown(_ text: String) -> String {
  let begin = text.prefix(40).map { $0.isNewline ? " " : String($0) }.joined()
  return "'\(begin)\(text.count > 40 ? "…" : "")'"
}
