internal import ArgumentParser
internal import Reports
internal import Settings
internal import Storage
internal import Work

/// What a command may do to existing files. Every command that writes files has these options.
struct ClaimOptions: ParsableArguments {
  @Flag(
    help:
      "Replace any file, and the reports of any run. Without this, only empty files and files that tracemill wrote are replaced, and no reports of a run over other files."
  )
  var overwrite = false

  func validate() throws { _ = try rules() }

  private func rules() throws -> OutputRules {
    var rules = OutputRules()
    rules.overwriting = overwrite ? .any : .own
    rules.wait = try LockWait.ofSettings() ?? rules.wait
    return rules
  }

  /// Claims the files of a run before it reads anything, and reports what was found there.
  ///
  /// - Parameters:
  ///   - names: names of the files if the destination is a directory.
  ///   - inputs: paths of everything that the run reads.
  func claim(
    _ destination: ReportDestination, names: [String] = [], inputs: [String?], content: OutputContent? = nil,
    partials: OutputRules.AbandonedPartials = .remove, _ console: Console,
    isOwn: @escaping (String) -> Bool = isReport(at:)
  ) throws -> OutputClaim {
    var rules = try rules()
    rules.abandonedPartials = partials
    do throws(OutputError) {
      let claim = try OutputClaim(
        destination, names: names, inputs: inputs.compactMap(\.self), content: content, rules: rules, isOwn: isOwn
      ) { console.inform("waiting: \($0)") }
      report(claim, console)
      return claim
    } catch {
      throw Failure(exit: error.exit, description: error.description)
    }
  }

  private func report(_ claim: OutputClaim, _ console: Console) {
    for path in claim.removedPartials { console.inform("\(path): removed; a run that was killed left it") }
    if let run = claim.replaced, case .directory(let folder) = claim.destination {
      console.note("\(folder): replaces the reports of \(run)")
    }
    guard case .directory(let folder) = claim.destination, !claim.earlier.mistakable.isEmpty else { return }
    let names = claim.earlier.mistakable.joined(separator: ", ")
    console.warn("\(folder): left by an earlier run and not written by this one: \(names)")
  }
}

/// For commands that only print: their output must not go into a file that they read.
///
/// - Throws: a `Failure` if standard output leads into one of the inputs.
func checkOutput(against inputs: [String?]) throws {
  do throws(OutputError) {
    _ = try OutputClaim(.standardOutput, inputs: inputs.compactMap(\.self), rules: OutputRules())
  } catch {
    throw Failure(exit: error.exit, description: error.description)
  }
}

extension OutputError {
  /// The exit code of a run that ends with this error.
  var exit: Exit {
    switch self {
    case .isInput: .usage
    case .busy: .busyOutput
    case .notOwn, .ofOtherRun, .cannotMakeFolder, .cannotWrite: .unwritableOutput
    }
  }
}

extension LockWait {
  /// What the setting `lock-wait` says; `nil` if it is not given.
  static func ofSettings() throws -> LockWait? {
    let setting = RareSetting.lockWait
    if setting.text == "forever" { return .forever }
    return try setting.number(in: 0...1e9, "a number of seconds from 0 to 1000000000, or forever").map { .seconds($0) }
  }
}
