/// The fields of one line of CSV (RFC 4180), without the blanks around them.
///
/// - Returns: `nil` if a quote is not closed, or text follows a closing quote.
package func csvFields(of line: [UInt8], delimiter: UInt8) -> [String]? {
  CSVSplitter.wholeTexts(of: line, CSVDialect(delimiter: delimiter))
}
