import Foundation
import TestSupport

/// All maps of the folder Maps; the name of a file is the family of its maps.
func writtenMaps() throws -> [JunctionMap] {
  let folder = projectRoot.appending(path: "Tests/GuidanceTests/Junctions/Maps")
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
  return try names.sorted().flatMap { name in
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return try JunctionMapReader(family: String(name.dropLast(4)), text: text).maps
  }
}
