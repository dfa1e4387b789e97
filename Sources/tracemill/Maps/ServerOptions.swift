internal import ArgumentParser
internal import Downloads
internal import FoundationEssentials
internal import Glibc
internal import MapImport
internal import MapLibrary
internal import Storage
internal import Work

/// From where maps come, and into which library.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The server of regions: an address, or a folder (default: the server of the installed maps, else \
      \(ServerOptions.publicServer)).
      """, valueName: "url|folder"))
  var server: String?

  @Option(
    help: ArgumentHelp(
      """
      How long a server that does not answer is waited for (default: 30 to look, and 600 to install and update).
      """, valueName: "seconds"))
  var patience: Double?

  @OptionGroup var library: LibraryOptions

  @OptionGroup var verbosity: VerbosityOptions

  /// Geofabrik's, which is free for everybody.
  static let publicServer = "https://download.geofabrik.de"

  func validate() throws {
    guard patience.map({ (0...1e6).contains($0) }) ?? true else {
      throw ValidationError("--patience is a number of seconds from 0 to 1000000.")
    }
  }

  /// What somebody who looks waits for a server, in seconds.
  static let patienceToLook = 30.0

  /// The library with its server. Signals stop it in order from now on.
  ///
  /// - Parameter looking: nothing is changed, and somebody may be waiting.
  func open(looking: Bool = true) throws -> Library {
    let folder = try library.folder()
    let installed = try failing(.unreadableInput) { try folder.catalogue() }
    let name = server.map(absolute) ?? installed?.server ?? Self.publicServer
    let stop = StopSignals.stop(StopRequest(), whileReading: [])
    let isStopped: @Sendable () -> Bool = { stop?.cause != nil }
    let teller = LibraryTeller(Console(verbosity))
    var settings = DownloadSettings()
    settings.userAgent = "tracemill/\(Tracemill.version)"
    settings.patience = patience ?? (looking ? Self.patienceToLook : settings.patience)
    let downloader = Downloader(settings, isStopped: isStopped) { teller.tell($0) }
    let packages = try failing(.usage) { try PackageServer(name, downloader: downloader) }
    return Library(
      folder: folder, server: packages, builder: "import rules \(importRules)", isStopped: isStopped
    ) { teller.tell($0) }
  }

  /// Folders are remembered by their whole path.
  private func absolute(_ server: String) -> String {
    server.contains("://") || server.hasPrefix("/")
      ? server : URL(filePath: server).standardizedFileURL.path(percentEncoded: false)
  }
}

/// How long a command waits for another one that changes the library.
enum LibraryLock {
  static func wait() throws -> LockWait { try LockWait.ofSettings() ?? .none }

  /// Runs `body` while no other process changes the library.
  static func locked<Result>(_ folder: LibraryFolder, _ console: Console, _ body: () async throws -> Result)
    async throws
    -> Result
  {
    let lock = try libraryFailing { try folder.lock(waiting: wait()) { console.inform("waiting: \($0)") } }
    defer { withExtendedLifetime(lock) {} }
    return try await body()
  }
}

/// Runs `body`; errors of the library end the program with the code that fits them.
func libraryFailing<Result>(_ body: () async throws -> Result) async throws -> Result {
  do { return try await body() } catch { throw failure(of: error) }
}

func libraryFailing<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw failure(of: error) }
}

private func failure(of error: any Error) -> any Error {
  if error is Failure || error is ExitCode || error is ValidationError { return error }
  let exit: Exit =
    switch error {
    case MapLibraryError.stopped, DownloadError.stopped: .interrupted
    case MapLibraryError.busy: .busyOutput
    case MapLibraryError.unwritable, MapLibraryError.diskFull, is StorageError, ZstandardError.storage:
      .unwritableOutput
    case MapLibraryError.pathAsRegion, MapLibraryError.unknownRegion, MapLibraryError.noExtract,
      MapLibraryError.notInstalled,
      MapLibraryError.isInstalled, MapLibraryError.inPackage, MapLibraryError.badName, MapLibraryError.noHome,
      MapLibraryError.noPublishedMap, MapLibraryError.publishedGroups, MapLibraryError.severalPrebuilt:
      .usage
    case MapLibraryError.otherVersion: .notAllWell
    default: .unreadableInput
    }
  return Failure(
    exit: exit, description: error is DownloadError && exit == .interrupted ? "\(MapLibraryError.stopped)" : "\(error)")
}
