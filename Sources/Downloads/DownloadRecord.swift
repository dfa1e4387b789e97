private import FoundationEssentials
private import Glibc
internal import Storage

/// Identifies the file that the bytes of an unfinished download belong to. It is stored in a file beside them.
struct DownloadRecord: Codable, Equatable {
  /// The address, without a user's name and password.
  var source: String
  var entityTag: String?
  var lastModified: String?
  /// The size of the whole file in bytes.
  var size: Int?

  /// What makes a server send the rest of this version only.
  ///
  /// - Source: RFC 9110, section 13.1.5: a weak tag does not do.
  var version: String? { strongTag ?? lastModified }

  /// A tag that identifies the same bytes, not merely equivalent content (RFC 9110 §8.8.1).
  var strongTag: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

  /// Whether an answer is about the same version, as far as it says.
  func isSameVersion(as head: ResponseHead) -> Bool {
    if let entityTag, let other = head.entityTag { return entityTag == other }
    if let lastModified, let other = head.lastModified { return lastModified == other }
    return true
  }

  /// `nil` if there is no readable record.
  static func read(from path: String) -> DownloadRecord? {
    guard let bytes = try? wholeFile(path, atMost: .record) else { return nil }
    return try? JSONDecoder().decode(Self.self, from: Data(bytes))
  }

  /// Only its owner may read it: the address may have a key in its query, as cloud storage addresses do.
  ///
  /// Half a record is unreadable, so a process killed while writing leaves no record.
  func write(to path: String) throws(StorageError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    // Texts and a number can always be written.
    let text = (try? encoder.encode(self)) ?? Data()
    let file = try ResumableFile(path: path, isPrivate: true)
    try file.clear()
    try unsafe file.append((Array(text) + [0x0A]).span.bytes)
  }
}
