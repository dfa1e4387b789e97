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
    let clocks = texts(column, records)
    let dates = columns[.date].map { texts($0, records) }
    let joined = dates.map { zip($0, clocks).map { $1.isEmpty ? "" : "\($0) \($1)" } }
    let others = timeColumns.filter { !named.contains($0) }.map { other in
      TimeSniffer.Column(name: header?[other], texts: texts(other, records))
    }
    return try TimeSniffer(
      TimeSniffer.Column(name: name, texts: joined ?? clocks), others: others,
      isNamed: header != nil || settings.columns.byColumn[.time] != nil, settings: settings)
  }

  /// A column of zones or offsets beside times without them would be passed over, and the times be wrong by hours.
  private func refuseOffsets(in records: [[String]]) throws(CSVLayoutError) {
    let used = Set(columns.values)
    let names = readableNames
    let others = names.indices.filter { index in
      !used.contains(index) && Self.offsets.contains(HeaderName.words(of: names[index]).joined())
    }
    for index in others {
      let values = texts(index, records).filter { !$0.isEmpty }
      guard values.allSatisfy(Self.isZone),
        let zone = values.first(where: { !Self.universal.contains($0.uppercased()) })
      else { continue }
      throw CSVLayoutError(
        reason: .timesUnknown,
        message: "the times have no offset, and the column \(quoted((header?[index] ?? "").utf8)) says "
          + "\(quoted(zone.utf8)), which is not read: --time-zone says where the clock was, or UTC if the times are UTC. "
          + "The file was skipped.")
    }
  }

  /// `Europe/Zurich`, `CET`, `UTC+2`, `+02:00`, `-120`; a zone of taxis or tariffs is called otherwise.
  private static func isZone(_ text: String) -> Bool {
    text.wholeMatch(of: /(?i)(UTC|GMT)?\s*[+-]?\d{1,4}(:\d\d|\.\d+)?|[A-Z]{1,5}|[a-z]+(\/[a-z_+\-0-9]+)+/) != nil
  }

  private static let offsets: Set<String> = [
    "utcoffset", "gmtoffset", "tzoffset", "timezoneoffset", "timeoffset", "zoneoffset", "utcoffsetminutes",
    "timezoneoffsetminutes", "tzoffsetminutes", "utcoffsetmin", "tzoffsetmin", "utcoffsethours", "timezone", "tz",
    "timezonename", "tzname", "tzid", "zeitzone", "fuseauhoraire", "zonahoraria",
  ]

  private static let universal: Set<String> = [
    "0", "0.0", "+0", "-0", "00:00", "+00:00", "-00:00", "+0000", "+00", "Z", "UTC", "GMT", "ETC/UTC", "UTC+0",
    "UTC+00:00",
  ]

  private func texts(_ column: Int, _ records: [[String]]) -> [String] { records.map { $0[column] } }

  /// The columns whose names are those of times.
  private var timeColumns: [Int] {
    let names = readableNames.map(HeaderName.init)
    return names.indices.filter { ColumnVocabulary.rank(of: names[$0].word, as: .time) != nil }
  }

  /// The complete records behind the header.
  private func records(of sample: [UInt8], isWhole: Bool, limit: Int) -> [[String]] {
    let table = sample[firstRow.offset...]
    let splits = limit == .max ? Int.max : 2 * limit
    let lines = table.split(separator: dialect.lineEnd, maxSplits: splits, omittingEmptySubsequences: true)
    let complete = (isWhole || lines.count == 1 ? lines[...] : lines.dropLast()).dropFirst(header == nil ? 0 : 1)
    let splitter = CSVSplitter(dialect, columnCount: 0)
    return complete.prefix(limit).map { splitter.texts(of: Array($0)).texts }.filter { $0.count == columnCount }
  }
}
