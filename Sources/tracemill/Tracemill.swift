internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import Identity
internal import Records
internal import Reports
internal import Settings
internal import Storage

struct Tracemill: AsyncParsableCommand {
  /// Whether the arguments may ask for a script that completes commands.
  ///
  /// Before anything else the parser tries all arguments as such a request, twice, 8 million instructions. It does not for a
  /// command that belongs to another program, so while they cannot be one, the command says that it does.
  @TaskLocal fileprivate static var mayAskForScript = true

  static var configuration: CommandConfiguration {
    var configuration = described
    if !mayAskForScript { configuration._superCommandName = "" }
    return configuration
  }

  private static let described = CommandConfiguration(
    commandName: "tracemill",
    abstract: "Turns piles of GPS traces into answers.",
    discussion: """
      Reads traces in GPX, CSV and other formats, finds the roads they were driven on, and writes the trips as JSON, \
      CSV, GeoJSON or GPX. Standard output carries data only; everything else goes to standard error.

      Examples:
        tracemill map build monaco.osm.pbf -o monaco.tmg
        tracemill match traces/ --map monaco.tmg -o reports/ --format csv
        tracemill match drive.gpx --map monaco.tmg --format ndjson | jq .summary
        tracemill inspect traces/
      """,
    version: "tracemill \(version) (build \(buildIdentity))",
    subcommands: [
      MapCommand.self, MapsCommand.self, MatchCommand.self, LiveCommand.self, LearnCommand.self, RouteCommand.self,
      InspectCommand.self, ReportCommand.self, ViewCommand.self, CompareCommand.self, SimulateCommand.self,
      ExplainCommand.self, ConfigCommand.self,
      LanguageCommand.self, PresetCommand.self, StyleCommand.self, ManualCommand.self, SchemaCommand.self,
    ])

  static let version = "0.1.0"
  static let program = Manifest.Program(version: version, build: buildIdentity)
}

@main
enum Program {
  static func main() async {
    // A closed pipe or a limit of file sizes is then an error of write, which ends the run in order.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    keepFreedMemory()
    var used: [Setting] = []
    do {
      let arguments: [String]
      let rare: [String: Setting]
      (arguments, used, rare) = try configured(Array(commandLineArguments().dropFirst()))
      try await RareSettings.$given.withValue(rare) {
        var command = try parsed(arguments)
        if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
      }
    } catch {
      end(with: error, used)
    }
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let mayAskForScript = arguments.contains { $0.hasPrefix("--generate-completion-script") }
    return try Tracemill.$mayAskForScript.withValue(mayAskForScript) { try Tracemill.parseAsRoot(arguments) }
  }

  /// The arguments, with the options of the configuration. Commands that only explain work with any configuration.
  private static func configured(
    _ given: [String]
  ) throws -> (arguments: [String], used: [Setting], rare: [String: Setting]) {
    guard let first = given.first,
      !["config", "explain", "help", "language", "manual", "preset", "schema", "style"].contains(first)
    else {
      return (given, [], [:])
    }
    let configuration = try failing(.usage) {
      try Configuration(
        environment: ProcessInfo.processInfo.environment, part: CommandTree.part(of: given), tree: CommandTree.whole)
    }
    try checkOnce(given)
    return configuration.arguments(adding: given)
  }

  /// Where the parser would take the last of several values, the user decides.
  private static func checkOnce(_ given: [String]) throws {
    // The description of a command takes some milliseconds.
    guard CommandTree.mayGiveTwice(given),
      let option = (CommandTree.part(of: given) ?? .whole).optionGivenTwice(in: given)
    else { return }
    let name = option.longName ?? ""
    throw Failure(exit: .usage, description: "--\(name) takes one value and has several; leave out all but one.")
  }

  /// Help and version are not failures; what the parser refuses is wrong usage.
  private static func end(with error: any Error, _ used: [Setting] = []) -> Never {
    if let failure = error as? Failure {
      Console().error(failure.description)
      exit(failure.exit.rawValue)
    }
    let code = Tracemill.exitCode(for: error)
    let hints = hints(code, Tracemill.message(for: error), used)
    let message = Tracemill.fullMessage(for: error)
    if !message.isEmpty && code != .success { Console.tell(message + "\n" + hints) }
    if !message.isEmpty && code == .success {
      do { try Console.put(message + "\n") } catch { end(with: error) }
    }
    exit(code == .validationFailure ? Exit.usage.rawValue : code.rawValue)
  }

  /// What was probably meant, and settings that the message may be about.
  private static func hints(_ code: ExitCode, _ message: String, _ used: [Setting]) -> String {
    guard code == .validationFailure else { return "" }
    var hints = UsageHint(arguments: Array(CommandLine.arguments.dropFirst()), message: message).sentences
    if !used.isEmpty {
      let list = used.map { "\($0.name) (\($0.origin))" }.joined(separator: ", ")
      hints.append("Settings are in force: \(list). tracemill config shows them.")
    }
    return hints.map { $0 + "\n" }.joined()
  }
}
