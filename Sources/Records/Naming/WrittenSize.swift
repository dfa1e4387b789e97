/// A number of bytes as people write it: `4096`, `512K`, `256M`, `2G`, also with `B` or `iB` after the letter. `K` is
/// 1024.
///
/// - Returns: `nil` if the text is not a size, or is too large for an `Int`.
package func parseSize(_ text: String) -> Int? {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  guard let number = Int(digits) else { return nil }
  var unit = text.dropFirst(digits.count).lowercased()
  for ending in ["ib", "b"] where unit.hasSuffix(ending) && unit != ending {
    unit.removeLast(ending.count)
    break
  }
  guard let shift = ["": 0, "b": 0, "k": 10, "m": 20, "g": 30, "t": 40][unit] else { return nil }
  let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: 1 << shift)
  return isTooMuch ? nil : bytes
}
