/// Why an OSM file cannot be read, changed or written.
@usableFromInline package enum ExtractError: Error, Equatable, Sendable {
  case notFound(path: String)
  /// `reason` is the system's or the decoder's text.
  case unreadable(path: String, reason: String)
  /// Standard input cannot be read twice.
  case standardInput
  /// Neither PBF, OSM XML, o5m nor OPL.
  case notOSM(path: String)
  case damaged(path: String, reason: String)
  /// `what` names the kind of file, `cure` says what to do with it.
  case unsupported(path: String, what: String, cure: String)
  /// `object`, such as `way 5`, follows one that should come after it.
  case unsorted(path: String, object: String)
  case repeated(path: String, object: String)
  /// The newer of two extracts holds an older version of an object than the older one.
  case goesBack(path: String, object: String)
  /// An object of a change file takes more than `byteCount` bytes of memory.
  case tooLarge(path: String, object: String, byteCount: Int)
  /// `reason` is the system's or the encoder's text.
  case notWritten(path: String, reason: String)
  /// What does not fit in memory cannot be kept on the disk. `reason` is the system's text.
  case scratch(reason: String)
}

extension ExtractError {
  /// Whether it concerns what is written, not what is read.
  package var isOfWriting: Bool {
    switch self {
    case .notWritten, .scratch: true
    default: false
    }
  }
}

extension ExtractError: CustomStringConvertible {
  @usableFromInline package var description: String {
    switch self {
    case .notFound(let path):
      "\(path): there is no such file. Check the name and the folder."
    case .unreadable(let path, let reason):
      "\(path): cannot be read: \(reason)."
    case .standardInput:
      "A map is read twice, which standard input cannot do. Save it to a file first and name that file."
    case .notOSM(let path):
      "\(path): is not an OpenStreetMap file (PBF, XML, o5m or OPL; .gz and .bz2 are understood)."
    case .damaged(let path, let reason):
      "\(path): is damaged or cut short (\(reason)). Fetch it again."
    case .unsupported(let path, let what, let cure):
      "\(path): is \(what). \(cure)"
    case .unsorted(let path, let object):
      "\(path): is not sorted by kind and id: \(object) comes too late. Sort it first (osmium sort)."
    case .repeated(let path, let object):
      "\(path): holds \(object) twice. Sort it and keep the newest version of each object first (osmium sort, osmium merge)."
    case .goesBack(let path, let object):
      "\(path): holds an older version of \(object) than the extract before it. Give the older extract first."
    case .tooLarge(let path, let object, let byteCount):
      "\(path): \(object) takes more than \(byteCount >> 20) MiB, the most that one object of a change file may take. Fetch the file again; if that does not help, take the whole extract (maps update --full)."
    case .notWritten(let path, let reason):
      "\(path): cannot be written: \(reason)."
    case .scratch(let reason):
      "The changes do not fit in memory, and a file for the rest cannot be used: \(reason)."
    }
  }
}
