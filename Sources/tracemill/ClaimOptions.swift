internal import ArgumentParser
internal import Reports
internal import Storage
internal import Work

/// What a command may do to existing files. Every command that writes files has these options.
struct ClaimOptions: ParsableArguments {
  @Flag(
    help:
      "Replace any file, and the reports of any run. Without this, only empty files and files that tracemill wrote are replaced, and no reports of a run over other files."
  )
  var overwrite = false

  @Option(
    help: ArgumentHelp(
      "Wait this long if another run is writing the same files. Without this, the run ends at once with exit code 5.",
      valueName: "seconds|forever"))
  var lockWait: String?

  func validate() throws { _ = try rules() }

  private func rules() throws -> OutputRules {
    var rules = OutputRules()
    rules.overwriting = overwrite ? .any : .own
    if let lockWait { rules.wait = try LockWait(option: lockWait) }
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
  /// What --lock-wait says.
  init(option text: String) throws {
    if text == "forever" {
      self = .forever
      return
    }
    guard let seconds = Double(text), seconds >= 0, seconds <= 1e9 else {
      throw ValidationError("--lock-wait is a number of seconds from 0 to 1000000000, or forever, not \(text).")
    }
    self = .seconds(seconds)
  }
}
