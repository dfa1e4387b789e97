package import Geodesy
package import Moments
internal import Traces

/// Why a text does not say how to split traces.
package enum SplitError: Error, Equatable, Sendable {
  case unknownRule(String)
  case repeatedRule(String)
  case noValue(rule: String, example: String)
  case badValue(String, rule: String, example: String)
  case badZone(String, ZoneError)

  package var description: String {
    switch self {
    case .unknownRule(let name):
      "there is no rule '\(name)'; the rules are gap=10min, stop=5min, distance=50km, day=Europe/Berlin and fixes=1000"
    case .repeatedRule(let name): "the rule \(name) stands there twice"
    case .noValue(let rule, let example): "\(rule) needs a value, such as \(rule)=\(example)"
    case .badValue(let value, let rule, let example): "\(rule) is a value such as \(example), not '\(value)'"
    case .badZone(let name, let error): "day=\(name): \(error.description)"
    }
  }
}

extension SplitSettings {
  /// Reads rules such as `gap=10min,stop=5min,distance=50km,day=Europe/Berlin,fixes=1000`.
  ///
  /// - Parameters:
  ///   - texts: each a list of rules.
  ///   - clock: of the days, if `day` names none; UTC without one.
  package init(_ texts: [String], clock: LocalClock?) throws(SplitError) {
    self.init()
    var names: Set<String> = []
    for rule in Self.rules(in: texts) {
      let sides = rule.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard names.insert(sides[0]).inserted else { throw .repeatedRule(sides[0]) }
      try take(sides[0], sides.count > 1 ? sides[1] : nil, clock)
    }
  }

  /// The rule of a zone, such as `CET-1CEST,M3.5.0,M10.5.0/3`, has commas itself.
  private static func rules(in texts: [String]) -> [String] {
    var rules: [String] = []
    for text in texts {
      var isFirst = true
      for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
        let isOfZone = !isFirst && piece.first == "M" && piece.dropFirst().first?.isNumber == true
        if isOfZone, let last = rules.popLast() {
          rules.append(last + "," + piece)
        } else {
          rules.append(String(piece))
        }
        isFirst = false
      }
    }
    return rules
  }

  private mutating func take(_ name: String, _ value: String?, _ clock: LocalClock?) throws(SplitError) {
    switch SplitRule(rawValue: name) {
    case .gap: gap = try amount(value, of: name, in: Self.secondsOfUnit, example: "10min")
    case .stop: stop = try amount(value, of: name, in: Self.secondsOfUnit, example: "5min")
    case .distance: distance = try amount(value, of: name, in: Self.metresOfUnit, example: "50km")
    case .day: day = try value.map { zone throws(SplitError) in try Self.clock(zone) } ?? clock ?? .utc
    case .fixes: fixes = try count(value)
    case nil: throw .unknownRule(name)
    }
  }

  /// The time of a text such as `2min`; `nil` for any other.
  package static func seconds(of text: String) -> Seconds? {
    try? SplitSettings().amount(text, of: "", in: secondsOfUnit, example: "")
  }

  private static let secondsOfUnit: [String: Double] = ["s": 1, "min": 60, "h": 3600]
  private static let metresOfUnit: [String: Double] = ["m": 1, "km": 1000]

  private func amount(
    _ value: String?, of rule: String, in units: [String: Double], example: String
  ) throws(SplitError) -> Double {
    guard let value else { throw .noValue(rule: rule, example: example) }
    let number = value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let amount = Double(number), amount > 0, let unit = units[String(value[number.endIndex...])] else {
      throw .badValue(value, rule: rule, example: example)
    }
    return amount * unit
  }

  private func count(_ value: String?) throws(SplitError) -> Int {
    guard let value else { throw .noValue(rule: "fixes", example: "1000") }
    guard let count = Int(value), count >= 2 else { throw .badValue(value, rule: "fixes", example: "1000") }
    return count
  }

  private static func clock(_ zone: String) throws(SplitError) -> LocalClock {
    if let clock = LocalClock(zone) { return clock }
    do throws(ZoneError) {
      return try ZoneFile(of: zone).clock
    } catch {
      throw .badZone(zone, error)
    }
  }
}
