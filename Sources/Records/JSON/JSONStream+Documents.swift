package import Storage

extension JSONStream {
  /// The documents of a file: the elements of its list, or one after the other. Its first lines show whether each has a
  /// line of its own.
  package init(documents buffer: RecordBuffer) throws(StorageError) {
    var buffer = buffer
    let isList = try buffer.nextSign() == UInt8(ascii: "[")
    if isList { buffer.begin += 1 }
    switch (isList, try buffer.hasLineForEachObject()) {
    case (true, true): self.init(buffer, arrangement: .listOfLines)
    case (true, false): self.init(buffer, arrangement: .list)
    case (false, true): self.init(buffer, arrangement: .lines)
    case (false, false): self.init(buffer, arrangement: .sequence)
    }
  }
}

extension RecordBuffer {
  /// Whether the line behind the first object's line begins with another object or ends the list: an indented object
  /// goes on there. The first line itself may be damaged.
  fileprivate mutating func hasLineForEachObject() throws(StorageError) -> Bool {
    guard try nextSign() == UInt8(ascii: "{") else { return false }
    var (seen, isOnNextLine) = (0, false)
    while true {
      while begin + seen < end {
        let byte = bytes[begin + seen]
        if byte == 0x0A { isOnNextLine = true }
        if isOnNextLine, byte > 0x20 { return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "]") }
        seen += 1
      }
      if isAtEnd || seen > ReadingBound.document.byteCount { return false }
      try fill()
    }
  }
}
