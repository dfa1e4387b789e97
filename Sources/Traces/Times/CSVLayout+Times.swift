internal import Moments
internal import Records

extension CSVLayout {
  /// How the times are written, for people; `nil` without times.
  var timeDescription: String? {
    guard let timeShape else { return nil }
    let shown = TimeFormat.description(of: timeShape)
    return hasLocalTimes ? shown + ", in local time" : shown
  }

  /// The same layout with the reading of its times, as the first records of the file decide it.
  ///
  /// Twenty records decide unless they leave the order of day and month open: then all of the sample do.
  ///
  /// - Parameter isWhole: whether the sample is the whole file; otherwise its last record may be cut off.
  /// - Throws: ``CSVLayoutError`` if nothing decides.
  func decidingTimes(
    by sample: [UInt8], isWhole: Bool, settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> CSVLayout {
    guard let column = columns[.time] else {
      return notingUnreadTimes(in: records(of: sample, isWhole: isWhole, limit: 20), settings)
    }
    var layout = self
    var sniffer: TimeSniffer
    do throws(CSVLayoutError) {
      sniffer = try self.sniffer(of: column, records(of: sample, isWhole: isWhole, limit: 20), settings)
      if sniffer.isOpen {
        sniffer = try self.sniffer(of: column, records(of: sample, isWhole: isWhole, limit: .max), settings)
      }
    } catch {
      sniffer = try self.sniffer(of: column, records(of: sample, isWhole: isWhole, limit: .max), settings)
    }
    if sniffer.mayBeOfTwelveHours {
      try TimeSniffer.refuseTwelveHours(TimeSample(written(column, records(of: sample, isWhole: isWhole, limit: .max))))
    }
    layout.isOfUnknownClock = sniffer.areOfUnknownClock
    if sniffer.areOfUnknownClock { try refuseOffsets(in: records(of: sample, isWhole: isWhole, limit: .max)) }
    layout.times = sniffer.reading
    layout.timeShape = sniffer.shape
    layout.hasLocalTimes = sniffer.hasLocalTimes
    layout.notes += sniffer.notes
    return layout
  }

  private func sniffer(
    of column: Int, _ records: [[String]], _ settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> TimeSniffer {
    let named = [columns[.date], column].compactMap(\.self)
    let name = header.map { header in named.map { header[$0] }.joined(separator: " ") }
    let known = timeColumns
    let others = (0..<columnCount).filter { other in
      !named.contains(other) && !ignored.contains(other)
        && (known.contains(other) || header != nil && Self.areTimes(texts(other, records)))
    }.map { TimeSniffer.Column(name: header?[$0], texts: texts($0, records)) }
    return try TimeSniffer(
      TimeSniffer.Column(name: name, texts: written(column, records)), others: others,
      isNamed: header != nil || settings.columns.byColumn[.time] != nil, settings: settings)
  }

  /// The texts of the times, after their dates if these have a column of their own.
  private func written(_ column: Int, _ records: [[String]]) -> [String] {
    let clocks = texts(column, records)
    let dates = columns[.date].map { texts($0, records) }
    return dates.map { zip($0, clocks).map { $1.isEmpty ? "" : "\($0) \($1)" } } ?? clocks
  }

  /// Otherwise a column of zones or offsets beside times without them would be ignored, and the times would be wrong by
  /// hours.
  private func refuseOffsets(in records: [[String]]) throws(CSVLayoutError) {
    let used = Set(columns.values)
    let names = readableNames
    let others = names.indices.filter { !used.contains($0) && ZoneColumn.isName(names[$0]) }
    for index in others {
      let values = texts(index, records).filter { !$0.isEmpty }
      guard values.allSatisfy(ZoneColumn.isZone), let zone = values.first(where: ZoneColumn.isLocal) else { continue }
      throw CSVLayoutError(
        reason: .timesUnknown,
        message: "the times have no offset, and the column \(quoted((header?[index] ?? "").utf8)) says "
          + "\(quoted(zone.utf8)), which is not read: --time-zone says where the clock was, or UTC if the times are UTC. "
          + "The file was skipped.")
    }
  }

  private func texts(_ column: Int, _ records: [[String]]) -> [String] { records.map { $0[column] } }

  /// The columns whose names mean times.
  private var timeColumns: [Int] {
    let names = readableNames.map(HeaderName.init)
    return names.indices.filter { ColumnVocabulary.rank(of: names[$0].word, as: .time) != nil }
  }

  /// The complete records after the header.
  private func records(of sample: [UInt8], isWhole: Bool, limit: Int) -> [[String]] {
    let table = sample[firstRow.offset...]
    let splits = limit == .max ? Int.max : 2 * limit
    let lines = table.split(separator: dialect.lineEnd, maxSplits: splits, omittingEmptySubsequences: true)
    let complete = (isWhole || lines.count == 1 ? lines[...] : lines.dropLast()).dropFirst(header == nil ? 0 : 1)
    let splitter = CSVSplitter(dialect, columnCount: 0)
    return complete.prefix(limit).map { splitter.texts(of: Array($0)).texts }.filter { $0.count == columnCount }
  }
}

/// A column that says where the clock of other columns was.
private enum ZoneColumn {
  /// Whether a name means time zones or offsets; zones of taxis or tariffs have other names.
  static func isName(_ name: String) -> Bool {
    let words = HeaderName.words(of: name)
    let whole = words.joined()
    if names.contains(whole) || stems.contains(where: whole.contains) { return true }
    if words.contains(where: certain.contains) { return true }
    return !Set(words).isDisjoint(with: clocks) && !Set(words).isDisjoint(with: shifts)
  }

  /// `Europe/Zurich`, `CET`, `UTC+2`, `+02:00`, `-120`, `7200`.
  static func isZone(_ text: String) -> Bool {
    let zone = /(?i)(UTC|GMT)?\s*[+-]?\d{1,5}(:\d\d(:\d\d)?|[.,]\d+)?\s*(h|min|s)?|[A-Z]{1,5}|[a-z]+(\/[a-z_+\-0-9]+)+/
    return text.wholeMatch(of: zone) != nil
  }

  /// Whether it is a zone other than UTC.
  static func isLocal(_ text: String) -> Bool { !universal.contains(text.uppercased()) }

  private static let names: Set<String> = ["tz", "tzname", "tzid", "zonahoraria", "fuseau", "huso", "dst", "isdst"]
  /// Anywhere in the words of a name without blanks.
  private static let stems = [
    "timezone", "utcoff", "gmtoff", "tzoff", "timeoffset", "zoneoffset", "zeitzone", "zeitverschiebung", "zeitversatz",
    "zeitdifferenz", "fuseauhoraire", "zonahoraria", "husohorario", "fusoorario", "fusohorario", "tijdzone", "utcdiff",
    "gmtdiff", "olson", "tzinfo", "utcversatz", "decalageutc", "decalagehoraire",
  ]
  private static let certain: Set<String> = ["tz", "tzid", "tzname", "tzone", "huso", "fuseau"]
  private static let clocks: Set<String> = ["utc", "gmt", "tz", "time", "clock", "zeit", "hora", "heure", "local"]
  private static let shifts: Set<String> = [
    "offset", "offs", "off", "diff", "difference", "delta", "shift", "bias", "zone", "versatz", "decalage", "differenz",
    "desfase", "scostamento",
  ]
  private static let universal: Set<String> = [
    "0", "0.0", "+0", "-0", "00:00", "+00:00", "-00:00", "+0000", "+00", "Z", "UTC", "GMT", "ETC/UTC", "UTC+0",
    "UTC+00:00", "0,0",
  ]
}
