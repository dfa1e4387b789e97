/// The fields of one line of CSV (RFC 4180), blanks around them dropped.
///
/// - Returns: `nil` where a quote is not closed, or text follows a closing one.
package func csvFields(of line: [UInt8], delimiter: UInt8) -> [String]? {
  CSVSplitter.wholeTexts(of: line, CSVDialect(delimiter: delimiter))
}
