/// The length that a tag states: `3.5`, `3.8 m`, `380 cm`, `12'6"`, `12 ft 6 in`, in metres; `nil` if it is unreadable.
///
/// - Source: OSM wiki, Map features/Units. 1 ft = 0.3048 m, 1 in = 0.0254 m.
package func taggedLength(_ text: String) -> Double? {
  var rest = text.lowercased()[...]
  guard let (first, unit) = measure(&rest), let factor = metresPerUnit[unit] else { return nil }
  var length = first * factor
  if !rest.isEmpty {
    // Only inches follow, and only after feet: 3m50 and "4.5 4" might mean anything.
    guard factor == foot, let (inches, unit) = measure(&rest), unit.isEmpty || metresPerUnit[unit] == inch,
      inches < 12, rest.isEmpty
    else { return nil }
    length += inches * inch
  }
  return length > 0 ? length : nil
}

/// The weight that a tag states: `7.5`, `7.5 t`, `16000 lbs`, in tonnes; `nil` if it is unreadable.
///
/// - Source: OSM wiki, Map features/Units. 1 st (the short ton of the United States) = 0.90718474 t, 1 lt (long ton) =
///   1.0160469088 t, 1 lb = 0.45359237 kg.
package func taggedWeight(_ text: String) -> Double? {
  var rest = text.lowercased()[...]
  guard let (number, unit) = measure(&rest), rest.isEmpty, let factor = tonnesPerUnit[unit], number > 0 else {
    return nil
  }
  return number * factor
}

/// Takes a number and the unit after it, which may be empty.
private func measure(_ rest: inout Substring) -> (number: Double, unit: String)? {
  rest = rest.drop { $0 == " " }
  let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
  guard let number = Double(digits) else { return nil }
  let behind = rest.dropFirst(digits.count).drop { $0 == " " }
  let unit = behind.prefix { !$0.isNumber && $0 != " " && $0 != "." }
  rest = behind.dropFirst(unit.count).drop { $0 == " " }
  return (number, String(unit))
}

private let foot = 0.3048
private let inch = 0.0254

private let metresPerUnit: [String: Double] = [
  "": 1, "m": 1, "cm": 0.01, "'": foot, "ft": foot, "\"": inch, "''": inch, "in": inch,
]

private let tonnesPerUnit: [String: Double] = [
  "": 1, "t": 1, "kg": 0.001, "st": 0.90718474, "lt": 1.016_046_908_8, "lb": 0.000_453_592_37,
  "lbs": 0.000_453_592_37,
]
