package import Downloads
private import FoundationEssentials

/// A server of map packages: the documents that list what it has.
///
/// An index may be a copy: where it names addresses on another server, the same path on this one comes first.
package struct PackageServer: Sendable {
  /// As given by the user, without a name and password: it is remembered and shown.
  package let name: String
  package let downloader: Downloader
  private let server: Server

  package init(_ name: String, downloader: Downloader) throws {
    self.name = withoutCredentials(name)
    self.downloader = downloader
    server = try Server(name)
  }

  /// Where something is that the index names: an address, or a path from the index.
  func address(of reference: String) throws -> Address {
    let stated = try server.address(of: reference)
    guard let path = path(of: reference), let own = try? server.address(of: path), own != stated,
      try downloader.size(of: own) != nil
    else { return stated }
    return own
  }

  /// The path of a web address, without the slash in front; `nil` for other references.
  private func path(of reference: String) -> String? {
    guard reference.contains("://"), let path = URL(string: reference)?.path, path.count > 1 else { return nil }
    return String(path.dropFirst())
  }

  /// The index as the server has it.
  func index() throws -> RegionIndex {
    let address = try server.address(of: RegionIndex.fileName)
    guard let text = try downloader.document(at: address, limit: RegionIndex.mostBytes) else {
      throw MapLibraryError.noIndex(server: name)
    }
    return try RegionIndex(parsing: text, path: "\(address)")
  }

  // MARK: Change files

  /// The newest state of the change files of a region; `nil` if it has none.
  func state(of region: Region) throws -> ReplicationState? {
    try state(of: region, file: ReplicationState.fileName)
  }

  /// The state after a change file; `nil` if the server does not have it, or no longer has it.
  func state(of region: Region, sequence: Int) throws -> ReplicationState? {
    try state(of: region, file: ReplicationState.statePath(sequence))
  }

  private func state(of region: Region, file: String) throws -> ReplicationState? {
    guard let updates = region.updates else { return nil }
    let address = try address(of: join(updates, file))
    guard let text = try downloader.document(at: address) else { return nil }
    return try ReplicationState(parsing: text, path: "\(address)")
  }

  func change(of region: Region, sequence: Int) throws -> Address {
    try address(of: join(region.updates ?? "", ReplicationState.changePath(sequence)))
  }

  // MARK: Extracts

  /// The MD5 of an extract; `nil` if the server does not state it.
  func md5(of reference: String) throws -> String? {
    guard let text = try downloader.document(at: address(of: reference + ".md5")) else { return nil }
    let word = String(decoding: text, as: UTF8.self).prefix { !$0.isWhitespace }
    return word.count == 32 && word.allSatisfy(\.isHexDigit) ? word.lowercased() : nil
  }

  /// Where the extract of a region with data of a day is: `x-latest.osm.pbf` has `x-261122.osm.pbf` beside it.
  func datedReference(of reference: String, version: ReleaseVersion) -> String? {
    guard let range = reference.ranges(of: "-latest.").last else { return nil }
    return reference[..<range.lowerBound] + "-\(version.shortDay)." + reference[range.upperBound...]
  }

  /// The size of a file on the server in bytes; `nil` if the server does not state it or does not have the file.
  func size(of reference: String) throws -> Int? { try downloader.size(of: address(of: reference)) }
}

private func join(_ folder: String, _ name: String) -> String {
  folder.hasSuffix("/") ? folder + name : folder + "/" + name
}
