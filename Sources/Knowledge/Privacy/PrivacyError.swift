/// Why nothing can be hidden.
package enum PrivacyError: Error, Equatable, Sendable {
  case noKey(path: String)
  /// Others may read the key.
  case openKey(path: String)
  case shortKey(count: Int)
  /// The record of what was published.
  case damagedRecord(path: String)
  /// The same table was published in another way.
  case otherCircumstances(path: String, before: String, now: String)
  /// It was published on a map whose roads the store does not know any more.
  case otherMap(path: String, version: String)
}

extension PrivacyError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noKey(let path):
      "\(path): there is no key that can be read. Make one once, and keep it, because another key gives other discs and "
        + "two discs around a home give it away: (umask 077; head -c 32 /dev/urandom | base64 > \(path))"
    case .openKey(let path):
      "\(path): others may read the key, and with it undo what is hidden. Take their rights away: chmod 600 \(path)"
    case .damagedRecord(let path):
      "\(path): the record of what was published is damaged, and without it two publications may betray what each hides. "
        + "Restore it; or remove it, and nothing that was published before must be seen beside what is published now."
    case .otherCircumstances(let path, let before, let now):
      "\(path): this table was published with \(before.isEmpty ? "no such options" : before), and not with "
        + "\(now.isEmpty ? "none" : now); two tables of different options may betray what each hides. "
        + "Give the same options; or remove the record, and nothing that was published before must be seen beside what is "
        + "published now."
    case .otherMap(let path, let version):
      "\(path): was published on map version \(version), of which the store has no drives any more. Name that map with "
        + "--map; or remove the record, and nothing that was published before must be seen beside what is published now."
    case .shortKey(let count):
      "the key has \(count) bytes, and fewer than \(PrivacyKey.leastLength) can be guessed. Make one of 32 random bytes."
    }
  }
}
