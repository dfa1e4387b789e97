internal import Records

/// What the colours of a ``NetworkPicture`` mean: ranges of a value.
package struct NetworkScale: Sendable {
  /// How the two directions of a road become one value.
  package enum Directions: Sendable {
    /// The lower value: the direction in which traffic is worse.
    case least
    /// Both together.
    case sum
    /// That of the direction that has one, or the forward one.
    case first
  }

  /// The values from a number on, up to the next one.
  struct Step: Sendable {
    var from: Double
    var colour: String
    var text: String
  }

  /// In words, above the legend.
  package let title: String
  let directions: Directions
  /// By their numbers, the first one begins with the least value.
  let steps: [Step]
  /// The legend of roads without a value.
  let none: String

  private init(_ title: String, _ directions: Directions, none: String, _ steps: [Step]) {
    (self.title, self.directions, self.none, self.steps) = (title, directions, none, steps)
  }

  /// Of a speed divided by that in free flow.
  ///
  /// - Source: the limits are those at which the levels of service of urban streets change, Highway Capacity Manual 2010,
  ///   exhibit 16-4; the colours are told apart by people with red-green blindness, since they also differ in lightness.
  package static let speed = NetworkScale(
    "Speed against free flow", .least, none: "nothing known",
    [
      Step(from: 0, colour: "#6d0019", text: "below 30 %"), Step(from: 0.3, colour: "#b2182b", text: "30 to 40 %"),
      Step(from: 0.4, colour: "#e8704a", text: "40 to 50 %"), Step(from: 0.5, colour: "#f4b25e", text: "50 to 67 %"),
      Step(from: 0.67, colour: "#7fb8d6", text: "67 to 85 %"),
      Step(from: 0.85, colour: "#2166ac", text: "85 % or more"),
    ])

  /// Of passages.
  package static let use = NetworkScale(
    "Passages", .sum, none: "never driven",
    [
      Step(from: 1, colour: "#b8b3e0", text: "1 or 2"), Step(from: 3, colour: "#8f7fc9", text: "3 to 9"),
      Step(from: 10, colour: "#6a51a3", text: "10 to 99"), Step(from: 100, colour: "#4a1486", text: "100 to 999"),
      Step(from: 1000, colour: "#22003d", text: "1,000 or more"),
    ])

  /// Of an hour of the day, 0 … 23.
  package static let hour = NetworkScale(
    "Busiest hour", .first, none: "never driven",
    [
      Step(from: 0, colour: "#3b4a6b", text: "0 to 6 o'clock"),
      Step(from: 6, colour: "#2c7fb8", text: "6 to 9 o'clock"),
      Step(from: 9, colour: "#41b6a6", text: "9 to 12 o'clock"),
      Step(from: 12, colour: "#e0b000", text: "12 to 15 o'clock"),
      Step(from: 15, colour: "#e6550d", text: "15 to 19 o'clock"),
      Step(from: 19, colour: "#8c2d6b", text: "19 to 24 o'clock"),
    ])

  /// The number of the step of a road; `nil` without a value.
  func step(forward: Double?, backward: Double?) -> Int? {
    let value: Double? =
      switch (forward, backward, directions) {
      case (let one?, let other?, .least): min(one, other)
      case (let one?, let other?, .sum): one + other
      default: forward ?? backward
      }
    return value.flatMap { value in steps.lastIndex { value >= $0.from } }
  }

  /// The order in which steps are drawn: what matters most is on top.
  var drawingOrder: [Int] { directions == .least ? steps.indices.reversed() : Array(steps.indices) }
}
