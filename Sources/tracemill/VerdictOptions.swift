internal import ArgumentParser
internal import Work

/// When a run is a success. Every command with many inputs has these options.
struct VerdictOptions: ParsableArguments {
  @Flag(help: "End with exit code 0 even if there was nothing to read, or nothing came of it.")
  var allowEmpty = false

  @Option(
    name: .customLong("fail-if"),
    help: ArgumentHelp(
      """
      End with exit code 1 if this holds of the counts of the run: 'failed_percent > 5'; may be repeated. An unknown \
      name prints all names. any: if anything was refused, not fully matched, or has no route.
      """, valueName: "condition|any"))
  var failConditions: [String] = []

  func validate() throws { _ = try conditions() }

  /// Nothing may be refused, and everything has to be fully matched.
  var isStrict: Bool { failConditions.contains("any") }

  private func conditions() throws -> [FailCondition] {
    try failConditions.filter { $0 != "any" }.map { text in
      do throws(FailConditionError) { return try FailCondition(text) } catch {
        throw ValidationError("--fail-if: \(error), or any.")
      }
    }
  }

  /// - Throws: `ValidationError` for a condition on a count that the run does not have.
  func check(for kind: OutputContent.Kind) throws {
    for condition in try conditions() {
      do throws(FailConditionError) { try condition.check(for: kind) } catch {
        throw ValidationError("--fail-if: \(error).")
      }
    }
  }

  /// Ends the program with 1 if the run was not a success, and says why.
  ///
  /// - Parameters:
  ///   - strict: the option by which nothing may be refused, if it was given.
  ///   - others: why it is no success besides its counts.
  func end(
    _ counts: RunCounts, of kind: OutputContent.Kind, strict: String?, besides others: [String] = [], _ console: Console
  ) throws {
    let complaints = counts.complaints(of: kind, strict: strict) + others
    complaints.forEach(console.error)
    var isSuccess = complaints.isEmpty
    if !allowEmpty, let complaint = counts.emptiness(of: kind) {
      console.error("\(complaint); --allow-empty accepts this")
      isSuccess = false
    }
    for condition in try conditions() {
      guard let value = condition.violation(by: counts, of: kind) else { continue }
      console.error("--fail-if '\(condition.text)': it is \(short(value))")
      isSuccess = false
    }
    if !isSuccess { throw Exit.notAllWell.code }
  }

  private func short(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
  }
}

extension RunCounts {
  /// Why a run is no success: a file could not be read, plans were given and none of them was of use, no trace is
  /// on the map, or, where it is strict, anything went wrong.
  fileprivate func complaints(of kind: OutputContent.Kind, strict: String?) -> [String] {
    var complaints: [String] = []
    if hasUnreadableFile { complaints.append("not all files could be read; the rejects say which, and why") }
    if plans.isOfNoUse { complaints.append("plans: no trip was held against a plan") }
    if isOnWrongMap { complaints.append("no trace lies on the map; --map names another one") }
    if let strict, !isAllWell {
      let what = kind == .requests ? "a request has no route" : "something was refused, or not fully matched or planned"
      complaints.append("\(strict): \(what)")
    }
    return complaints
  }

  /// Why nothing came of the run; `nil` if something did.
  fileprivate func emptiness(of kind: OutputContent.Kind) -> String? {
    let name = kind == .requests ? "request" : "trace"
    if reports == 0, unselectedTraces > 0 {
      return "no fix of \(unselectedTraces) trace\(unselectedTraces == 1 ? "" : "s") is at the times selected"
    }
    if reports == 0, hiddenTrips > 0 {
      return "\(hiddenTrips) trip\(hiddenTrips == 1 ? " lies" : "s lie") wholly where --hide hides, and nothing is left"
    }
    if reports == 0 && rejectsByReason.isEmpty { return "there was no \(name) in the input" }
    if reports == 0 { return "there was no \(name) in the input, and all was refused: \(list(rejectsByReason))" }
    guard cameToNothing else { return nil }
    let verb = reports == 1 ? "has" : "have"
    let fate = kind == .requests ? "\(verb) no route" : "came to nothing"
    let reasons = byReason.isEmpty ? fixesByReason : byReason
    return "all of \(reports) \(name)\(reports == 1 ? "" : "s") \(fate): \(list(reasons))"
  }
}
