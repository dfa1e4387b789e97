import Foundation
import PackagePlugin

/// Hashes what the program is built from, before each build, into a source file of the room `Identity`.
///
/// It hashes contents and neither paths nor times: two clones of one commit give the same hash, and a change that is not
/// committed gives another one. The versions of dependencies are read from `Package.resolved`.
@main
struct IdentityPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "HashOfSources.swift")
    return [
      .buildCommand(
        displayName: "Hashing the sources", executable: URL(filePath: "/bin/sh"),
        arguments: [root.appending(path: "Sources/IdentityPlugin/hash.sh").path, root.path, output.path],
        inputFiles: sources(below: root), outputFiles: [output])
    ]
  }

  /// What decides when the hash is made again; the script chooses the files itself.
  private func sources(below root: URL) -> [URL] {
    let files = FileManager.default
    let folder = root.appending(path: "Sources")
    let all = files.enumerator(at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    let found = (all?.allObjects as? [URL] ?? []).filter { !$0.hasDirectoryPath }
    let listed = ["Package.swift", "Package.resolved"].map { root.appending(path: $0) }
    return (found + listed).filter { files.fileExists(atPath: $0.path) }
  }
}
