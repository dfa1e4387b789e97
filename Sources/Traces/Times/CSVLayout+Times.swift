internal import Records

extension CSVLayout {
  /// The same layout with the reading of its times, as the first records of the file decide it.
  ///
  /// Twenty records decide unless they leave the order of day and month open: then all of the sample do.
  ///
  /// - Parameter isWhole: whether the sample is the whole file; otherwise its last record may be cut off.
  /// - Throws: ``CSVLayoutError`` if nothing decides.
  func decidingTimes(
    by sample: [UInt8], isWhole: Bool, settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> CSVLayout {
    guard let column = columns[.time] else { return self }
    var layout = self
    var sniffer: TimeSniffer
    do throws(CSVLayoutError) {
      sniffer = try self.sniffer(of: column, records(of: sample, isWhole: isWhole, limit: 20), settings)
    } catch {
      sniffer = try self.sniffer(of: column, records(of: sample, isWhole: isWhole, limit: .max), settings)
    }
    layout.times = sniffer.reading
    layout.timeShape = sniffer.shape
    layout.notes += sniffer.notes
    return layout
  }

  private func sniffer(
    of column: Int, _ records: [[String]], _ settings: TraceReadingSettings
  ) throws(CSVLayoutError) -> TimeSniffer {
    let others = timeColumns.filter { $0 != column }.map {
      TimeSniffer.Column(name: header?[$0], texts: texts($0, records))
    }
    let times = TimeSniffer.Column(name: header?[column], texts: texts(column, records))
    let isNamed = header != nil || settings.columns.byColumn[.time] != nil
    return try TimeSniffer(times, others: others, isNamed: isNamed, settings: settings)
  }

  private func texts(_ column: Int, _ records: [[String]]) -> [String] { records.map { $0[column] } }

  /// The columns whose names are those of times.
  private var timeColumns: [Int] {
    let names = (header ?? []).map(HeaderName.init)
    return names.indices.filter { CSVColumn.time.names.contains(names[$0].text) }
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
