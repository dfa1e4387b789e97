internal import ArgumentParser
internal import Records

/// Whether CSV can be opened in a spreadsheet without danger. Every command that writes CSV with texts of others has
/// this option.
struct CSVSafetyOptions: ParsableArguments {
  @Flag(
    help: """
      Write CSV for spreadsheets: a text that begins with = + - or @ gets an apostrophe before it, so that it is not \
      calculated. Numbers stay as they are.
      """)
  var csvSafe = false

  /// - Parameter isCSV: whether the command writes CSV at all.
  func texts(isCSV: Bool) throws -> CSVTexts {
    guard csvSafe else { return .plain }
    if !isCSV { throw ValidationError("--csv-safe is about CSV; add --format csv, or leave it out.") }
    return .safe
  }
}
