internal import Moments
internal import Records
internal import Storage

/// Reads the trace of one file of NMEA 0183.
///
/// Sentences RMC, GGA and ZDA of the same time make one fix, whatever satellite systems their talkers denote. The date
/// comes from RMC or ZDA; a time that falls by more than half a day begins the next day. Fixes before the first date
/// get theirs when it comes. A sentence whose checksum does not match is refused, and so is one that lacks a checksum
/// while others have one: it was cut short.
///
/// Memory: the fixes of the file.
final class NMEAReader: TraceDocument {
  private let settings: TraceReadingSettings
  private let source: String
  private var lines: LineReader
  private var items: ReadItems
  private var epoch: NMEAEpoch?
  private var fixes: [Fix] = []
  private var clock = NMEAClock()
  private var hasChecksums = false
  private var told = 0
  private var isFinished = false

  /// In bytes; sentences have 82 at most, and loggers put a little before them.
  private static let longestLine = 4096

  init(_ stream: ByteStream, settings: TraceReadingSettings) {
    self.settings = settings
    source = stream.path
    lines = LineReader(RecordBuffer(stream), longest: Self.longestLine)
    items = ReadItems(file: stream.path, refusalLimit: settings.refusalsPerTrace)
  }

  var format: TraceFileFormat { TraceFileFormat("nmea", "NMEA 0183") }
  var refusedByReason: [String: Int] { items.refusedByReason }

  func next() -> TraceItem? {
    while items.isEmpty && !isFinished { readLine() }
    return items.pop()
  }

  private func readLine() {
    do throws(StorageError) {
      guard let line = try lines.next() else { return finish() }
      take(line)
    } catch {
      finish()
      items.note(streamError: error)
    }
  }

  private func take(_ line: LineReader.Line) {
    do throws(NMEASentence.Flaw) {
      let sentence = try NMEASentence(line.bytes ?? [])
      if sentence.hasChecksum { hasChecksums = true }
      guard sentence.hasChecksum || !hasChecksums else { return refuse(line.number, "the sentence has no checksum") }
      take(sentence, line: line.number)
    } catch {
      refuse(line.number, error.description)
    }
  }

  private func refuse(_ line: Int, _ complaint: String) {
    items.refuse(.badRecord, line: line, "\(complaint). The sentence was skipped.")
  }

  private func take(_ sentence: NMEASentence, line: Int) {
    guard NMEAEpoch.timed.contains(sentence.type) else { return }
    if epoch?.includes(sentence) == true {
      epoch?.take(sentence)
    } else {
      endEpoch()
      epoch = NMEAEpoch(sentence, line: line)
    }
  }

  private func endEpoch() {
    guard let epoch else { return }
    self.epoch = nil
    if let timeOfDay = epoch.timeOfDay, let day = epoch.day {
      clock.date(&fixes, timeOfDay: timeOfDay, day: day)
    }
    guard epoch.isRecord else { return }
    var (fix, complaint) = epoch.fix(metresPerHDOP: settings.metresPerHDOP)
    clock.stamp(&fix, at: fixes.count, timeOfDay: epoch.timeOfDay, day: epoch.day)
    fixes.append(fix)
    guard let reason = fix.refusal else { return }
    items.refuse(
      reason, line: epoch.line, traceID: settings.ownID(of: source), told: &told,
      "\(complaint ?? reason.meaning). The record was skipped.")
  }

  private func finish() {
    isFinished = true
    endEpoch()
    guard !fixes.isEmpty else {
      return items.note(.noTrack, "this is NMEA 0183 without a sentence RMC or GGA.")
    }
    if clock.isUndated {
      items.note(.noDate, "no sentence RMC or ZDA has a date: the fixes have no times.")
    }
    items.append(Trace(id: settings.ownID(of: source), source: TraceSource(file: source), fixes: fixes))
  }
}

/// Gives times of day their day.
struct NMEAClock {
  private var last: (timeOfDay: Int, day: Int)?
  /// The fixes that came before the first date, and their times of day.
  private var undated: [(index: Int, timeOfDay: Int)] = []

  private static let halfDay = 43_200_000

  /// Whether the file has no date.
  var isUndated: Bool { last == nil && !undated.isEmpty }

  /// Dates the fixes that wait for it.
  mutating func date(_ fixes: inout [Fix], timeOfDay: Int, day: Int) {
    var next = (timeOfDay: timeOfDay, day: day)
    for entry in undated.reversed() {
      next = (entry.timeOfDay, Self.day(of: entry.timeOfDay, near: next))
      fixes[entry.index].storedMilliseconds = Self.milliseconds(next)
    }
    undated = []
    last = (timeOfDay, day)
  }

  /// Gives a fix its time, or remembers that it has to wait.
  mutating func stamp(_ fix: inout Fix, at index: Int, timeOfDay: Int?, day: Int?) {
    guard let timeOfDay else { return }
    guard let last else { return undated.append((index, timeOfDay)) }
    let now = (timeOfDay: timeOfDay, day: day ?? Self.day(of: timeOfDay, near: last))
    fix.storedMilliseconds = Self.milliseconds(now)
    self.last = now
  }

  /// The day that puts a time of day nearest to another moment.
  private static func day(of timeOfDay: Int, near moment: (timeOfDay: Int, day: Int)) -> Int {
    if timeOfDay < moment.timeOfDay - halfDay { return moment.day + 1 }
    return timeOfDay > moment.timeOfDay + halfDay ? moment.day - 1 : moment.day
  }

  private static func milliseconds(_ moment: (timeOfDay: Int, day: Int)) -> Int64 {
    Int64(moment.day) * 86_400_000 + Int64(moment.timeOfDay)
  }
}

extension TraceFormat {
  static let nmea = TraceFormat(
    name: "nmea", endings: [".nmea"], begins: { NMEASentence.begins($0.bytes) }, nameOfRecording: "NMEA 0183"
  ) { stream, _, settings throws(CSVLayoutError) in
    try settings.expectNoKeptColumns(in: "NMEA 0183")
    return NMEAReader(stream, settings: settings)
  }
}
