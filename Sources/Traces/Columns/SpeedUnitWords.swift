/// The words in which names of columns and their values state units of speed.
enum SpeedUnitWords {
  /// Takes the unit from the end of a name. For a multiple without a unit, as in `speed_x10`, the values decide the
  /// unit.
  static func take(from words: inout [String]) -> SpeedUnit? {
    if words.count == 1, alone.contains(words[0]), let unit = names[words] {
      words = ["speed"]
      return unit
    }
    var rest = words
    var multiple = takeMultiple(from: &rest, multiples)
    guard let unit = takeUnit(from: &rest) else {
      if multiple != nil, ColumnVocabulary.rank(of: rest.joined(), as: .speed) != nil { words = rest }
      return nil
    }
    if multiple == nil { multiple = takeMultiple(from: &rest, fractions) }
    guard !rest.isEmpty else { return nil }
    words = rest
    return SpeedUnit(unit.base, multiple: unit.multiple * (multiple ?? 1))
  }

  /// The unit after a number in a cell: `km/h` of `21 km/h`.
  static func unit(afterNumber text: String) -> SpeedUnit? { names[HeaderName.words(of: text)] }

  /// Units that are the whole name of a column of speeds; `fps` and `dms` alone are something else.
  private static let alone: Set<String> = ["kmh", "kph", "kmph", "mph", "knots", "knot", "kts"]

  private static func takeUnit(from words: inout [String]) -> SpeedUnit? {
    for count in [3, 2, 1] where words.count > count {
      guard let unit = names[Array(words.suffix(count))] else { continue }
      words.removeLast(count)
      return unit
    }
    return nil
  }

  private static func takeMultiple(from words: inout [String], _ spellings: [([String], Int)]) -> Int? {
    for (ending, multiple) in spellings where words.count > ending.count && Array(words.suffix(ending.count)) == ending
    {
      words.removeLast(ending.count)
      return multiple
    }
    return nil
  }

  /// After the unit.
  private static let multiples: [([String], Int)] = [
    (["x1000"], 1000), (["x100"], 100), (["x10"], 10), (["x", "1000"], 1000), (["x", "100"], 100), (["x", "10"], 10),
    (["times", "10"], 10), (["times", "100"], 100), (["e1"], 10), (["e2"], 100), (["e3"], 1000),
  ]

  /// Before the unit.
  private static let fractions: [([String], Int)] = [
    (["0", "001"], 1000), (["0", "01"], 100), (["0", "1"], 10), (["1", "1000"], 1000), (["1", "100"], 100),
    (["1", "10"], 10), (["tenths", "of"], 10), (["tenths"], 10), (["deci"], 10),
  ]

  private static let names: [[String]: SpeedUnit] = {
    let spellings: [(SpeedUnit, String)] = [
      (.kilometresPerHour, "km h,kmh,kph,kmph,km hr,kmhr,km hour,km per hour,kilometers per hour,kilometres per hour"),
      (.kilometresPerHour, "kilometers hour,kilometres hour,kilometer hour,kilometers h,kilometres h,km std,km u"),
      (.metresPerSecond, "m s,mps,ms,m sec,m per s,meters second,metres second,meter second,metre second"),
      (.metresPerSecond, "meters per second,metres per second,meter per second,metre per second,meters sec,meters s"),
      (.milesPerHour, "mph,mi h,mi hr,miles per hour,miles hour,miles h,miles hr"),
      (.knots, "knots,knot,kn,kts,kt,nmi h,nautical miles per hour,knoten,noeuds,nudos"),
      (.centimetresPerSecond, "cm s,cms,cmps,cm sec,centimeters per second,centimetres per second,centimeters second"),
      (SpeedUnit(.metresPerSecond, multiple: 1000), "mm s,mms,mmps,mm sec,millimeters per second"),
      (SpeedUnit(.metresPerSecond, multiple: 10), "dm s,dms"),
      (SpeedUnit(.feetPerSecond), "ft s,fps,ft sec,feet per second,feet second"),
    ]
    let pairs = spellings.flatMap { unit, list in
      list.split(separator: ",").map { ($0.split(separator: " ").map(String.init), unit) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()
}
