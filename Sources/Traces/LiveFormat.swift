/// The formats that are read as they arrive.
enum LiveFormat {
  /// CSV, a row in each line.
  case table
  /// NDJSON, an object in each line.
  case objects

  /// The format of a stream that begins with `sample`; `nil` if more has to arrive.
  ///
  /// - Parameter isWhole: whether nothing else can help to decide.
  /// - Throws: ``CSVLayoutError`` for a format that is not read as it arrives, with what to do.
  init?(of sample: [UInt8], isWhole: Bool) throws(CSVLayoutError) {
    let beginning = FileBeginning(sample)
    if let foreign = ForeignFormat(of: beginning) {
      throw Self.refused("\(foreign.name), which is not read as traces; \(foreign.cure)")
    }
    if isArchive(sample) { throw Self.refused("an archive; unpack it first") }
    if isBigEndianUTF16(sample) != nil {
      throw Self.refused("text in UTF-16; pass it through iconv -f UTF-16 -t UTF-8")
    }
    let format = TraceFormat.of(beginning)
    if beginning.isXML {
      throw Self.recorded(format.begins(beginning) ? format.nameOfRecording ?? "XML" : TraceFormat.nameOfXML)
    }
    // Letters of a first line that is still coming may belong to anything.
    guard isWhole || sample.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    if let name = format.nameOfRecording { throw Self.recorded(name) }
    guard beginning.isJSON else {
      self = .table
      return
    }
    let first = sample.first { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
    if first == UInt8(ascii: "[") { throw Self.document("a list of JSON") }
    self = .objects
  }

  private static func refused(_ what: String) -> CSVLayoutError {
    CSVLayoutError(reason: .unknownFormat, message: "this is \(what). Nothing was read.")
  }

  /// The error for a format that can only be read once it is complete.
  private static func recorded(_ name: String) -> CSVLayoutError {
    refused("\(name); CSV and NDJSON are read as they arrive. Match the recorded file as a whole")
  }

  /// The error for JSON without an object on each line.
  static func document(_ name: String) -> CSVLayoutError {
    refused(
      "\(name); JSON is read as it arrives with an object of one fix in each line (jq -c '.[]' makes such lines of a list). "
        + "Or match the recorded file as a whole")
  }
}
