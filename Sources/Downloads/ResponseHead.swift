/// Status and headers of a response.
package struct ResponseHead: Sendable {
  package var status = 0
  /// The length of the body in bytes, from the `Content-Length` header.
  var length: Int?
  package var entityTag: String?
  var lastModified: String?
  /// Where else the file is.
  package var location: String?
  /// The bytes that a part has: begin, and the size of the whole. For status 416, `begin` is `nil`.
  var part: (begin: Int?, total: Int?)?
  package private(set) var isComplete = false
  private var isChunked = false

  package init() {}

  /// Takes the next line of a response, with its line end. The status line of a further response resets the head.
  package mutating func take(_ line: String) {
    let line = line.trimmingSuffix { $0.isNewline }
    if line.hasPrefix("HTTP/") {
      self = ResponseHead()
      status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if line.isEmpty {
      // Another response follows one of 1xx.
      isComplete = status >= 200
      if isChunked { length = nil }
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].trimmingPrefix { $0.isWhitespace }.trimmingSuffix {
        $0.isWhitespace
      }
      take(line[..<colon].lowercased(), value)
    }
  }

  private mutating func take(_ name: String, _ value: Substring) {
    switch name {
    case "content-length": length = Int(value).flatMap { $0 < 0 ? nil : min($0, plausibleFileSize) }
    case "transfer-encoding": isChunked = true
    case "etag": entityTag = String(value)
    case "last-modified": lastModified = String(value)
    case "location": location = String(value)
    case "content-range": part = contentRange(value)
    default: break
    }
  }
}

/// No file is larger than this, 1 PiB: sizes that servers and indexes state are added up, and must not overflow.
package let plausibleFileSize = 1 << 50

extension Sequence<Int> {
  /// The sum of sizes that others state, or the largest number if it is larger still.
  package var saturatingSum: Int {
    reduce(0) { sum, size in
      let (next, overflows) = sum.addingReportingOverflow(size)
      return overflows ? .max : next
    }
  }
}

/// `bytes 100-199/4711`, where the total may be `*`; `bytes */4711` if there is no such part.
private func contentRange(_ value: Substring) -> (begin: Int?, total: Int?)? {
  guard let match = value.wholeMatch(of: /(?i)bytes\s+(?:([0-9]+)-[0-9]+|\*)\/([0-9]+|\*)/) else { return nil }
  func size(_ text: Substring) -> Int? { Int(text).map { min($0, plausibleFileSize) } }
  return (match.1.flatMap(size), size(match.2))
}

extension StringProtocol {
  fileprivate func trimmingSuffix(while isUnwanted: (Character) -> Bool) -> SubSequence {
    var end = endIndex
    while end > startIndex, isUnwanted(self[index(before: end)]) { end = index(before: end) }
    return self[..<end]
  }
}
