import Foundation
import TestSupport

/// All maps of a folder; the name of a file is the family of its maps.
func writtenMaps(in folder: String = "Maps") throws -> [JunctionMap] {
  let folder = projectRoot.appending(path: "Tests/GuidanceTests/Junctions/" + folder)
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".txt") }
  return try names.sorted().flatMap { name in
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return try JunctionMapReader(family: String(name.dropLast(4)), text: text).maps
  }
}
