import Foundation
import Geodesy
import TestSupport
import Testing

@testable import Extracts

/// Extracts and change files as texts, one object on a line.
///
/// An extract is OPL, of which only what differs from the defaults must be written: `n1 v1 x9 y47`. A change file is as
/// in ``OSMChange``.
struct Workshop {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) -> String { folder.path(name) }

  /// - Returns: the path of an extract.
  func extract(_ text: String, _ name: String = "old.opl") throws -> String {
    if text.isEmpty { return try folder.write(name + ".osm", "<osm version='0.6'></osm>") }
    return try folder.write(name, text + "\n")
  }

  /// - Returns: the path of a change file, compressed.
  func changes(_ lines: String, _ name: String = "1.osc.gz") throws -> String {
    try folder.write(name, gzipped(Array(OSMChange.xml(lines).utf8)))
  }
}

/// The objects of a file in the form of ``Workshop``, in its order, with times; the tags of each sorted.
func objects(of path: String) throws -> [String] {
  var file = try OSMFile(path: path, format: OSMFormat(path: path), metadata: true)
  var lines: [String] = []
  while try file.next() != nil { lines.append(line(file.object)) }
  return lines
}

func text(of path: String) throws -> String { try objects(of: path).joined(separator: "\n") }

private func line(_ object: OSMObject) -> String {
  var words = ["\(letter(object.kind))\(object.id)"]
  if !object.isVisible { words[0] = "-" + words[0] }
  if object.version != 0 { words.append("v\(object.version)") }
  if object.timestamp != 0 { words.append("t\(Date(timeIntervalSince1970: Double(object.timestamp)).ISO8601Format())") }
  if object.hasTags { words.append("T" + tags(object)) }
  if let place = object.place { words += ["x\(short(place.longitude))", "y\(short(place.latitude))"] }
  if object.kind == .ways { words.append("N" + object.nodeIDs.map { "n\($0)" }.joined(separator: ",")) }
  if object.kind == .relations {
    words.append("M" + object.members.map { "\(letter($0.kind))\($0.id)@\($0.role)" }.joined(separator: ","))
  }
  return words.joined(separator: " ")
}

private func short(_ degrees: Double) -> String { degrees == degrees.rounded() ? "\(Int(degrees))" : "\(degrees)" }

private func letter(_ kind: OSMFile.Kinds) -> String { kind == .nodes ? "n" : kind == .ways ? "w" : "r" }

private func tags(_ object: OSMObject) -> String {
  let bytes = unsafe object.tagBytes.withUnsafeBytes { unsafe [UInt8]($0) }
  let texts = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
    String(decoding: $0, as: UTF8.self)
  }
  return stride(from: 0, to: texts.count - 1, by: 2).map { "\(texts[$0])=\(texts[$0 + 1])" }.sorted().joined(
    separator: ",")
}
