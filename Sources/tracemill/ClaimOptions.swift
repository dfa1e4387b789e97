internal import ArgumentParser
internal import Reports
internal import Storage
internal import Work

/// What a command may do to files that are there already, for every command that writes files.
struct ClaimOptions: ParsableArguments {
  @Flag(help: "Replace files whoever wrote them. Without it only empty files and what tracemill wrote are replaced.")
  var overwrite = false

  @Option(
    help: ArgumentHelp(
      "Wait so long while another run writes the same files; without it the run ends at once, with exit code 5.",
      valueName: "seconds|forever"))
  var lockWait: String?

  func validate() throws { _ = try rules() }

  private func rules() throws -> OutputRules {
    var rules = OutputRules()
    rules.overwriting = overwrite ? .any : .own
    if let lockWait { rules.wait = try wait(lockWait) }
    return rules
  }

  private func wait(_ text: String) throws -> LockWait {
    if text == "forever" { return .forever }
    guard let seconds = Double(text), seconds >= 0, seconds <= 1e9 else {
      throw ValidationError("--lock-wait is a number of seconds from 0 to 1000000000, or forever, not \(text).")
    }
    return .seconds(seconds)
  }

  /// Claims the files of a run, before it reads anything, and says what was found there.
  ///
  /// - Parameters:
  ///   - names: of the files, where the destination is a directory.
  ///   - inputs: paths of everything the run reads.
  func claim(
    _ destination: ReportDestination, names: [String] = [], inputs: [String?], content: OutputContent? = nil,
    _ console: Console, isOwn: (String) -> Bool = isReport(at:)
  ) throws -> OutputClaim {
    let rules = try rules()
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
    guard case .directory(let folder) = claim.destination, !claim.earlier.mistakable.isEmpty else { return }
    let names = claim.earlier.mistakable.joined(separator: ", ")
    console.warn("\(folder): of an earlier run and not written by this one: \(names)")
  }
}

/// For commands that only print: what they print must not go into a file that they read.
///
/// - Throws: a `Failure` when standard output leads into one of the inputs.
func checkOutput(against inputs: [String?]) throws {
  do throws(OutputError) {
    _ = try OutputClaim(.standardOutput, inputs: inputs.compactMap(\.self), rules: OutputRules())
  } catch {
    throw Failure(exit: error.exit, description: error.description)
  }
}

extension OutputError {
  /// The code that a run ends with.
  var exit: Exit {
    switch self {
    case .isInput: .usage
    case .busy: .busyOutput
    case .notOwn, .cannotMakeFolder, .cannotWrite: .unwritableOutput
    }
  }
}
