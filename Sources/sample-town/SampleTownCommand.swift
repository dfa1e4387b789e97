internal import SampleTown
internal import Storage

/// `sample-town [FOLDER]` writes the map and the traces of the sample town, by default to Traces/.
@main
enum SampleTownCommand {
  static func main() throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "Traces"
    for sample in SampleFile.all(of: .quillmere) {
      let file = try AtomicFile(path: folder + "/" + sample.name)
      try file.write(sample.bytes)
      try file.commit()
    }
  }
}
