/// Why a dispatcher cannot be talked to, or what is to be sent cannot be kept.
package enum DispatchError: Error, Equatable, Sendable {
  /// A setting makes no sense. `name` is what people call it.
  case badSetting(name: String, reason: String)
  /// The file with what the dispatcher is told to know us by.
  case badCredential(source: String, reason: String)
  /// A mapping file: `pointer` is where in it.
  case badMapping(path: String, pointer: String, reason: String)
  /// Another process uses the spool.
  case busy(path: String, process: Int32?)
  case damaged(path: String, detail: String)
  /// Another version of the program made it.
  case otherVersion(path: String, version: Int)
  /// The file is no spool.
  case foreign(path: String)
  case cannotUse(path: String, reason: String)
  /// libcurl cannot be used.
  case noLibrary(reason: String)
}

extension DispatchError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badSetting(let name, let reason): "\(name): \(reason)"
    case .badCredential(let source, let reason):
      "\(source): \(reason). Write the token alone, or one line such as \"Authorization: Basic …\" or \"X-Key: …\"."
    case .badMapping(let path, let pointer, let reason):
      "\(path): \(pointer.isEmpty ? "the mapping" : "at \(pointer)") \(reason). Nothing was sent."
    case .busy(let path, let process):
      "\(path): another process\(process.map { " (\($0))" } ?? "") sends the events of this spool. Stop it, or name "
        + "another spool."
    case .damaged(let path, let detail):
      "\(path): the spool is damaged: \(detail). Move it away with its -wal file and run again: events that were not sent "
        + "are then made again from the input, and counted anew from 1, so the dispatcher must be told."
    case .otherVersion(let path, let version):
      "\(path): another version of tracemill made this spool (version \(version), this one knows \(Spool.version)). Let "
        + "that program send what is left in it, or name another spool. Nothing was changed."
    case .foreign(let path):
      "\(path): this is another program's file, and no spool. Name another one. Nothing was changed."
    case .cannotUse(let path, let reason):
      "\(path): the spool cannot be used: \(reason). Free its disk or mend its permissions, then run again: nothing that "
        + "is in it is lost."
    case .noLibrary(let reason):
      "the dispatcher cannot be reached: \(reason). Install libcurl (Debian: sudo apt-get install libcurl4)."
    }
  }
}
