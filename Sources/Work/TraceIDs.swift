internal import Records
internal import Storage
internal import Traces

/// Makes the ids of traces unique within a run.
///
/// An id stays as its source writes it. If an earlier input has the same id, the name of the input is put in front, as
/// in `day2/van-1`; if that is taken as well, or if the input itself has the id already, a number follows: `van-1~2`.
/// The ids of an input thus depend on nothing but the ids of the inputs before it.
///
/// Memory: 16 bytes per id, and the ids of the present input that are not as written.
struct TraceIDs {
  /// The number of the input that has an id, by a hash of the id.
  private var owners: [UInt64: UInt32] = [:]
  private var input: UInt32 = 0
  private var name = ""
  /// The file that `name` was made of, if it is known.
  private var file: String?
  /// The ids of the present input that are not as written, the last one of each.
  private var renamed: [String: String] = [:]
  /// The written ids that a refusal has named before their trace is complete.
  private var awaited: Set<String> = []

  /// - Parameter name: the id of the input itself; see ``TraceReadingSettings/ownID(of:)``.
  mutating func beginInput(_ name: String) {
    self.name = name
    file = nil
    input += 1
    renamed = [:]
    awaited = []
  }

  /// The id of the next trace that its source calls `written`.
  mutating func next(_ written: String) -> String {
    awaited.isEmpty || awaited.remove(written) == nil ? assign(written) : current(written)
  }

  /// The id of the trace of a refused record or a notice.
  ///
  /// - Parameter isOfNext: whether it is about a trace that begins here and has the id of one before it.
  mutating func named(_ written: String, isOfNext: Bool) -> String {
    if isOfNext || renamed[written] == nil && owners[Self.hash(written)] != input {
      awaited.insert(written)
      return assign(written)
    }
    return current(written)
  }

  /// Gives the traces of an input that is not read the ids that they have from an earlier run.
  ///
  /// - Parameters:
  ///   - name: of the input, as it was then.
  ///   - isTrial: only look, since the input will be read.
  /// - Returns: false if they might get other ids now; then nothing has changed.
  mutating func take(_ written: [String], given: [String], of name: String, isTrial: Bool = false) -> Bool {
    beginInput(name)
    var taken: [UInt64] = []
    var isSame = written.count == given.count
    for (written, given) in zip(written, given) where isSame {
      isSame = wouldGive(given, for: written)
      guard isSame else { break }
      taken.append(Self.hash(given))
      owners[Self.hash(given)] = input
    }
    if !isSame || isTrial { for hash in taken { owners[hash] = nil } }
    return isSame
  }

  /// Whether ``assign(_:)`` would give this id. Members of an archive have names of their own in front.
  private func wouldGive(_ given: String, for written: String) -> Bool {
    if isFree(given), given == written { return true }
    guard isFree(given), let owner = owners[Self.hash(written)] else { return false }
    let isOfInput = owner == input
    func isBase(_ base: some StringProtocol) -> Bool {
      base == written ? isOfInput || isOwn(written) : (isOfInput || !isOwn(written)) && base.hasSuffix("/" + written)
    }
    if isBase(given) { return true }
    guard let mark = given.lastIndex(of: "~"), let number = Int(given[given.index(after: mark)...]), number >= 2,
      isBase(given[..<mark])
    else { return false }
    let base = String(given[..<mark])
    return !isFree(base) && (2..<number).allSatisfy { !isFree("\(base)~\($0)") }
  }

  private func isFree(_ id: String) -> Bool { owners[Self.hash(id)] == nil }
  private func isOwn(_ written: String) -> Bool { written == name || written.hasPrefix(name + "#") }

  private func current(_ written: String) -> String { renamed[written] ?? written }

  private mutating func assign(_ written: String) -> String {
    let hash = Self.hash(written)
    guard let owner = owners[hash] else {
      owners[hash] = input
      return written
    }
    let base = owner == input || isOwn(written) ? written : "\(name)/\(written)"
    var id = base
    var number = 2
    while !isFree(id) {
      id = "\(base)~\(number)"
      number += 1
    }
    owners[Self.hash(id)] = input
    renamed[written] = id
    return id
  }

  private static func hash(_ id: String) -> UInt64 { checksum(id) }
}

extension TraceIDs {
  /// Gives the trace of an item, or the trace that a refusal names, its id.
  mutating func name(_ item: TraceItem, settings: TraceReadingSettings) -> TraceItem {
    switch item {
    case .trace(var trace):
      begin(trace.source.file, settings)
      trace.rename(to: next(trace.id))
      return .trace(trace)
    case .refusal(var refusal):
      guard let id = refusal.traceID else { return item }
      begin(refusal.file, settings)
      refusal.traceID = named(id, isOfNext: refusal.reason == ReadingReason.rowsNotContiguous.rawValue)
      return .refusal(refusal)
    }
  }

  /// Each member of an archive is an input.
  private mutating func begin(_ file: String, _ settings: TraceReadingSettings) {
    guard file != self.file else { return }
    let name = settings.ownID(of: file)
    if name != self.name { beginInput(name) }
    self.file = file
  }
}
