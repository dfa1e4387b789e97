internal import Geodesy
internal import Glibc
internal import Moments
internal import Records
internal import Storage

/// What the first records of a table show of its speeds and courses: both must agree with the places and times.
struct MotionEvidence {
  /// Logarithms to base 2 of the number in the file divided by the speed in m/s that places and times give.
  private var cleanRatios: [Double] = []
  private var otherRatios: [Double] = []
  /// For each form of courses the cosines of their differences from the bearings between places.
  private var agreement: [HeadingForm: (sum: Double, count: Int)] = [:]
  /// The same for forms that are not read.
  private var foreignAgreement: [ForeignCourse: (sum: Double, count: Int)] = [:]
  /// Speeds as written, and the greatest speed in m/s that the steps before and after the fix give.
  private var steps: [(written: Double, ground: MetresPerSecond)] = []
  /// The ground speeds of steps that are longer than errors of places, and not as long as steps between vehicles.
  private var groundSpeeds: [MetresPerSecond] = []
  /// The number of usable records.
  private(set) var rows = 0
  /// Texts of speeds and courses that are neither, and not empty.
  private(set) var unreadSpeeds: [String] = []
  private(set) var unreadHeadings: [String] = []

  static let mostRows = 2000
  private static let leastWindows = 8
  /// Shorter ones would show the errors of the places.
  private static let leastLength: Metres = 60
  private static let longestPeriod: Seconds = 180

  /// One usable record.
  private struct Sample {
    var place: Place
    var time: Timestamp
    var speed: Double?
    var heading: Double?
  }

  /// - Parameters:
  ///   - table: begins with the header or the first row.
  ///   - mostRows: the number of rows to look at.
  init(_ table: [UInt8], _ layout: CSVLayout, _ settings: TraceReadingSettings, mostRows: Int = mostRows) {
    let parser = CSVRowParser(layout, settings: settings)
    let splitter = layout.splitter
    var record = TraceRecord(WantedFields(layout))
    let unknown = settings.preset?.unknown ?? [:]
    var numbers: [[UInt8]: Int] = [:]
    var traces: [[Sample]] = []  // in the order of the file, so that sums are always the same
    var (id, number): ([UInt8], Int) = ([], 0)  // of the previous row
    var (offset, line) = (0, 0)
    while line < mostRows, splitter.take(table.span, from: offset, isLast: false, into: &record) {
      offset = record.end
      line += 1
      if line == 1 && layout.header != nil { continue }
      if parser.passesOver(record, in: table.span) { continue }
      let fix = parser.fix(of: record, in: table.span, line: line)
      guard fix.refusal == nil, let place = fix.place, let time = fix.time else { continue }
      let sample = Sample(
        place: place, time: time, speed: parser.writtenSpeedNumber(of: record, in: table.span),
        heading: parser.writtenHeadingNumber(of: record, in: table.span))
      rows += 1
      if fix.speed == nil {
        Self.add(record.fields[CSVRowParser.speed], of: table, to: &unreadSpeeds, besides: unknown[.speed])
      }
      if fix.bearing == nil {
        Self.add(record.fields[CSVRowParser.heading], of: table, to: &unreadHeadings, besides: unknown[.heading])
      }
      let nextID = record.fields[0].text(in: table.span)
      if traces.isEmpty || nextID != id {
        id = nextID
        number = numbers[id] ?? traces.count
        if number == traces.count {
          numbers[id] = number
          traces.append([])
        }
      }
      if let last = traces[number].last, last.time >= time { continue }
      traces[number].append(sample)
    }
    for samples in traces { take(samples) }
  }

  /// Of fixes whose speeds are in m/s and whose courses are in degrees, if the file is as it should be.
  init(_ fixes: [Fix]) {
    var samples: [Sample] = []
    for fix in fixes.prefix(Self.mostRows) where fix.refusal == nil {
      guard let place = fix.place, let time = fix.time, samples.last.map({ $0.time < time }) ?? true else { continue }
      samples.append(Sample(place: place, time: time, speed: fix.speed, heading: fix.bearing))
    }
    take(samples)
  }

  private mutating func take(_ samples: [Sample]) {
    takeSteps(samples)
    takeSpeeds(samples)
    takeHeadings(samples)
  }

  /// - Parameter unknown: what the preset says is written for "unknown"; negative numbers are skipped as well.
  private static func add(
    _ field: CSVField, of table: [UInt8], to texts: inout [String], besides unknown: Set<Double>?
  ) {
    guard !field.isEmpty, table[field.range].contains(where: { $0 > 0x20 }) else { return }
    let text = decodedText(field.text(in: table.span))
    let number = Double(text.filter { !$0.isWhitespace })
    if let unknown, let number, unknown.contains(number) || number < 0 { return }
    texts.append(text)
  }

  // MARK: Steps

  private mutating func takeSteps(_ samples: [Sample]) {
    guard samples.count > 1 else { return }
    var before: MetresPerSecond = 0
    for index in samples.indices {
      var after: MetresPerSecond = 0
      if index + 1 < samples.count {
        let (from, to) = (samples[index], samples[index + 1])
        let length = groundDistance(from.place, to.place)
        after = length / max(0.001, to.time.seconds(since: from.time))
        if (10..<Self.longestShortStep).contains(length) { groundSpeeds.append(after) }
      }
      if let speed = samples[index].speed { steps.append((speed, max(before, after))) }
      before = after
    }
  }

  /// Whether enough steps are known, and not nearly all of them are faster than any vehicle.
  var isUnhurried: Bool { groundSpeeds.count >= Self.leastWindows && hurry == nil }

  /// The median speed of short steps, if nearly all of them are faster than any vehicle: then the times are misread.
  ///
  /// Long steps may lead from one vehicle to another.
  var hurry: MetresPerSecond? {
    guard groundSpeeds.count >= Self.leastWindows else { return nil }
    let sorted = groundSpeeds.sorted()
    return sorted[sorted.count / 10] > Self.fastest ? sorted[sorted.count / 2] : nil
  }

  private static let fastest: MetresPerSecond = 150
  private static let longestShortStep: Metres = 600

  /// The largest speed, if it means "unknown": it recurs, always far above what the places show, and no other speed
  /// comes near it.
  ///
  /// Devices write the largest value of their field: 102.3, 255, 6553.5.
  var unknownSpeed: Double? {
    guard let most = steps.map(\.written).max(), most > 0 else { return nil }
    let rest = steps.filter { $0.written < most && $0.ground > 2 }
    let occurrences = steps.filter { $0.written == most }
    guard occurrences.count >= 3, rest.count >= 2 * Self.leastWindows, rest.allSatisfy({ $0.written < 0.85 * most })
    else {
      return nil
    }
    let ratios = rest.filter { $0.written > 0 }.map { $0.written / $0.ground }.sorted()
    guard !ratios.isEmpty else { return nil }
    let unit = ratios[ratios.count / 2]
    return 5 * occurrences.count(where: { $0.written > 1.5 * unit * $0.ground }) >= 4 * occurrences.count ? most : nil
  }

  // MARK: Speeds

  /// Windows of several fixes, long enough that errors of places do not matter: the integral of the speeds over the
  /// length.
  private mutating func takeSpeeds(_ samples: [Sample]) {
    guard samples.contains(where: { $0.speed != nil }) else { return }
    var begin = 0
    while begin < samples.count - 1 {
      guard let end = windowEnd(samples, from: begin) else {
        begin += 1
        continue
      }
      take(samples, begin, end)
      begin = end
    }
  }

  /// The first fix that is far enough from another; `nil` if a gap comes before it.
  private func windowEnd(_ samples: [Sample], from begin: Int) -> Int? {
    var end = begin + 1
    while end < samples.count, samples[end].time.seconds(since: samples[end - 1].time) <= Self.longestPeriod {
      if samples[end].time.seconds(since: samples[begin].time) > 4 * Self.longestPeriod { return nil }
      if groundDistance(samples[begin].place, samples[end].place) >= Self.leastLength { return end }
      end += 1
    }
    return nil
  }

  private mutating func take(_ samples: [Sample], _ begin: Int, _ end: Int) {
    var (integral, length) = (0.0, 0.0)
    for index in begin..<end {
      guard let speed = samples[index].speed, let next = samples[index + 1].speed else { return }
      integral += (speed + next) / 2 * samples[index + 1].time.seconds(since: samples[index].time)
      length += groundDistance(samples[index].place, samples[index + 1].place)
    }
    let chord = groundDistance(samples[begin].place, samples[end].place)
    guard integral > 0 else { return }
    let ratio = log2(integral / chord)
    let isSteady = Self.isSteady(samples[begin...end].compactMap(\.speed))
    if isSteady && length < 1.05 * chord && isStraight(samples, begin, end) {
      cleanRatios.append(ratio)
    } else {
      otherRatios.append(ratio)
    }
  }

  private static func isSteady(_ speeds: [Double]) -> Bool {
    guard let least = speeds.min(), let most = speeds.max() else { return false }
    return most - least <= 0.25 * most
  }

  /// Whether the road does not turn before or after a window either, as it may then turn within.
  private func isStraight(_ samples: [Sample], _ begin: Int, _ end: Int) -> Bool {
    let course = groundBearing(samples[begin].place, samples[end].place)
    let neighbours = [
      begin > 0 ? groundBearing(samples[begin - 1].place, samples[begin].place) : course,
      end + 1 < samples.count ? groundBearing(samples[end].place, samples[end + 1].place) : course,
    ]
    return neighbours.allSatisfy { cos(($0 - course) * .pi / 180) > 0.95 }
  }

  /// What the windows show of the unit.
  enum Speeds {
    case unit(SpeedUnit)
    /// No unit, or more than one, agrees with the distances.
    case unknown
    /// There are too few windows.
    case none
  }

  /// The only unit with which the speeds agree with the distances.
  var speeds: Speeds {
    guard let (median, radius) = centre else { return .none }
    let ranked = Self.units.map { (unit: $0, distance: abs(median + log2($0.metresPerSecond))) }
      .sorted { $0.distance < $1.distance }
    // Feet per second and the like are rare, so they are never assumed, but they may be meant.
    let rarest = Self.rareUnits.map { abs(median + log2($0.metresPerSecond)) }.min() ?? .infinity
    guard ranked[0].distance < log2(1.25), ranked[1].distance > radius, ranked[0].distance < rarest,
      ranked[1].distance - ranked[0].distance > 0.06
    else { return .unknown }
    return .unit(ranked[0].unit)
  }

  /// Whether speeds in a unit are far from what the distances give.
  func contradicts(_ unit: SpeedUnit) -> Bool {
    guard let (median, radius) = centre else { return false }
    return abs(median + log2(unit.metresPerSecond)) > radius + log2(1.35)
  }

  /// The median of the logarithms, and how far it may be from the truth: three standard errors, and what turns and
  /// changes of speed between distant fixes add.
  private var centre: (median: Double, radius: Double)? {
    let isClean = cleanRatios.count >= Self.leastWindows
    let ratios = (isClean ? cleanRatios : cleanRatios + otherRatios).sorted()
    guard ratios.count >= Self.leastWindows else { return nil }
    let median = ratios[ratios.count / 2]
    let spread = ratios.map { abs($0 - median) }.sorted()[ratios.count / 2]
    return (median, 3 * 1.858 * spread / Double(ratios.count).squareRoot() + (isClean ? 0.04 : 0.1))
  }

  private static let units: [SpeedUnit] = [
    .metresPerSecond, .kilometresPerHour, .milesPerHour, .knots, .centimetresPerSecond,
    SpeedUnit(.metresPerSecond, multiple: 10), SpeedUnit(.kilometresPerHour, multiple: 10),
    SpeedUnit(.knots, multiple: 10),
  ]

  private static let rareUnits: [SpeedUnit] = [
    SpeedUnit(.feetPerSecond), SpeedUnit(.milesPerHour, multiple: 10), SpeedUnit(.feetPerSecond, multiple: 10),
  ]

  // MARK: Courses

  private mutating func takeHeadings(_ samples: [Sample]) {
    for (from, to) in zip(samples, samples.dropFirst()) {
      guard let before = from.heading, let after = to.heading, to.time.seconds(since: from.time) <= Self.longestPeriod,
        groundDistance(from.place, to.place) >= 15
      else { continue }
      let bearing = groundBearing(from.place, to.place)
      for form in HeadingForm.allCases {
        let cosines = [before, after].map { cos(($0 * form.degreesPerUnit - bearing) * .pi / 180) }
        agreement[form, default: (0, 0)].sum += (cosines[0] + cosines[1]) / 2
        agreement[form, default: (0, 0)].count += 1
      }
      for form in ForeignCourse.allCases {
        let cosines = [before, after].map { cos((form.course($0) - bearing) * .pi / 180) }
        foreignAgreement[form, default: (0, 0)].sum += (cosines[0] + cosines[1]) / 2
        foreignAgreement[form, default: (0, 0)].count += 1
      }
    }
  }

  /// The form of courses that agrees with the bearings between places; `nil` if none or several do.
  var headingForm: HeadingForm? {
    let fit = HeadingForm.allCases.filter { (mean(of: $0) ?? 0) > 0.8 }
    return fit.count == 1 ? fit[0] : fit.contains(.degrees) ? .degrees : nil
  }

  /// Whether courses in a form point elsewhere than the vehicle went, most of the time.
  func contradicts(_ form: HeadingForm) -> Bool { mean(of: form).map { $0 < 0.3 } ?? false }

  /// A form that is not read and agrees with the places much better, in words.
  func foreignForm(besides form: HeadingForm) -> String? {
    guard let own = mean(of: form), own < 0.8 else { return nil }
    let means = ForeignCourse.allCases.compactMap { foreign in
      foreignAgreement[foreign].map { (foreign, $0.sum / Double($0.count)) }
    }
    guard let best = means.max(by: { $0.1 < $1.1 }), best.1 > 0.9, best.1 > own + 0.15 else { return nil }
    return best.0.rawValue
  }

  /// Whether the numbers are courses in any form.
  var areHeadings: Bool {
    HeadingForm.allCases.contains { (mean(of: $0) ?? 0) > 0.8 }
      || ForeignCourse.allCases.contains { form in
        foreignAgreement[form].map { $0.count >= 10 && $0.sum > 0.9 * Double($0.count) } ?? false
      }
  }

  /// Whether the numbers are proportional to the speeds that the places give.
  var areSpeeds: Bool {
    let ratios = (cleanRatios + otherRatios).sorted()
    guard ratios.count >= Self.leastWindows else { return false }
    let median = ratios[ratios.count / 2]
    return ratios.map { abs($0 - median) }.sorted()[ratios.count / 2] < log2(1.15)
  }

  private func mean(of form: HeadingForm) -> Double? {
    guard let agreement = agreement[form], agreement.count >= 10 else { return nil }
    return agreement.sum / Double(agreement.count)
  }
}

/// Forms of courses that are known and not read. Raw values are their words in messages.
private enum ForeignCourse: String, CaseIterable {
  case mils = "mils of 1/6400 of a turn"
  case gons
  case halves = "units of two degrees"
  case bytes = "1/256 of a turn"
  case octants = "eighths of a turn"
  case mathematical = "angles against the clock from east"
  case mathematicalRadians = "radians against the clock from east"
  case reversed = "the opposite direction"

  func course(_ number: Double) -> Degrees {
    switch self {
    case .mils: number * 360 / 6400
    case .gons: number * 0.9
    case .halves: number * 2
    case .bytes: number * 360 / 256
    case .octants: number * 45
    case .mathematical: 90 - number
    case .mathematicalRadians: 90 - number * 180 / .pi
    case .reversed: number + 180
    }
  }
}

/// The bearing from one place to another that is near.
private func groundBearing(_ from: Place, _ to: Place) -> Degrees {
  let ruler = LocalRuler(at: from)
  return bearing(from: ruler.point(from), to: ruler.point(to))
}
