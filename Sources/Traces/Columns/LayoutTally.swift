internal import Records

/// The layouts of the files of a run, in the order in which they were met.
///
/// Memory: at most ``most`` layouts; the files of others are counted.
package struct LayoutTally: Sendable {
  /// A layout and the files that have it.
  package struct Entry: Hashable, Sendable {
    package var use: ColumnUse
    /// Columns that are not used although they might matter, and vary in one of the files.
    package var doubtful: [String]
    package var files = 1
    package var firstFile: String
    /// How `--columns` names the doubtful columns; empty for what a manifest remembers.
    var choices: [String] = []
    /// Whether it has been reported to somebody at a terminal.
    package var isTold = true

    package init(use: ColumnUse, doubtful: [String], files: Int = 1, firstFile: String) {
      (self.use, self.doubtful, self.files, self.firstFile) = (use, doubtful, files, firstFile)
    }
  }

  package private(set) var entries: [Entry] = []
  /// Of layouts beyond the bound.
  package private(set) var furtherFiles = 0
  private var places: [ColumnUse: Int] = [:]

  package static let most = 100

  package init() {}

  /// - Parameter isTold: whether the run reports its layouts to somebody at a terminal.
  mutating func add(_ format: TraceFileFormat?, of file: String, isTold: Bool) {
    guard let format, let use = ColumnUse(format), let layout = format.layout else { return }
    var entry = Entry(use: use, doubtful: layout.doubtfulColumns, firstFile: file)
    entry.choices = layout.doubtful.map { layout.choice(of: $0) }
    entry.isTold = isTold
    add(entry)
  }

  package mutating func add(_ other: LayoutTally) {
    other.entries.forEach { add($0) }
    furtherFiles += other.furtherFiles
  }

  private mutating func add(_ entry: Entry) {
    guard let place = places[entry.use] else {
      guard entries.count < Self.most else { return furtherFiles += entry.files }
      places[entry.use] = entries.count
      return entries.append(entry)
    }
    entries[place].files += entry.files
    for (column, choice) in zip(entry.doubtful, entry.choices) where !entries[place].doubtful.contains(column) {
      entries[place].doubtful.append(column)
      entries[place].choices.append(choice)
    }
  }

  /// Whether a column that might matter is not used.
  package var hasDoubts: Bool { entries.contains { !$0.doubtful.isEmpty } }

  /// The layouts of earlier runs that none of these includes.
  package func missing(from earlier: [Entry]) -> [Entry] {
    let rest = earlier.filter { old in !entries.contains { $0.includes(old) } }
    return Array(rest.prefix(Self.most))
  }

  /// Takes over which layouts earlier runs have reported.
  package mutating func remember(_ earlier: [Entry]) {
    for index in entries.indices where !entries[index].isTold {
      entries[index].isTold = earlier.contains { $0.isTold && $0.includes(entries[index]) }
    }
  }

  /// The same with other names of files.
  package func renamed(_ name: (String) -> String) -> LayoutTally {
    var tally = self
    for index in tally.entries.indices { tally.entries[index].firstFile = name(tally.entries[index].firstFile) }
    return tally
  }

  // MARK: Words

  /// One line about the layouts not reported before; `nil` if all were.
  ///
  /// It reports the first one with a doubt, or else the first.
  ///
  /// - Parameter known: layouts of earlier runs. Layouts that only cron has met are news.
  package func sentence(besides known: [Entry]) -> String? {
    let news = entries.filter { entry in !known.contains { $0.isTold && $0.includes(entry) } }
    guard let shown = news.first(where: { !$0.doubtful.isEmpty }) ?? news.first else { return nil }
    guard news.count > 1 else { return shown.description }
    return shown.description + "; the manifest has \(news.count - 1) further \(news.count > 2 ? "layouts" : "layout")"
  }

  /// Which columns that might matter are not used; `nil` if all are used.
  package var complaint: String? { entries.first { !$0.doubtful.isEmpty }?.complaint }
}

extension LayoutTally.Entry {
  /// Whether another one says nothing that this one does not.
  fileprivate func includes(_ other: Self) -> Bool {
    use == other.use && Set(other.doubtful).isSubset(of: doubtful)
  }

  fileprivate var description: String {
    var text = "\(firstFile)\(alike): \(use.description)"
    if !use.unused.isEmpty { text += "; not read: \(Self.list(use.unused, atMost: 12))" }
    return doubtful.isEmpty ? text : text + "; \(cure)"
  }

  fileprivate var complaint: String { "\(firstFile)\(alike): \(cure)" }

  private var alike: String { files > 1 ? " and \(files - 1) like it" : "" }

  private var cure: String {
    let cure = choices.prefix(12).map { $0 + "=ignore" }.joined(separator: ",")
    return
      "of the columns not read, \(Self.list(doubtful, atMost: 12)) might matter: --columns \(shellWord(cure)) says "
      + "that \(doubtful.count == 1 ? "it does" : "they do") not"
  }

  private static func list(_ names: [String], atMost most: Int) -> String {
    names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
  }
}

extension CSVLayout {
  /// How `--columns` names a column: by its number if its name has signs of its own meaning there or is not its alone.
  func choice(of column: Int) -> String {
    guard let header, !header[column].contains(where: { ",=".contains($0) }), Int(header[column]) == nil,
      header.count(where: { $0.lowercased() == header[column].lowercased() }) == 1
    else { return String(column + 1) }
    return header[column]
  }
}

/// A word as a shell takes it.
func shellWord(_ text: String) -> String {
  let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.,=/:%+@".contains($0)) }
  return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}
