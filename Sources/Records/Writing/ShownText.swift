/// A text for people as a terminal may get it.
///
/// Names of files, ids of traces and names of regions are others' texts. Their control characters would move the cursor,
/// change the title of the window or hide a message, and their overrides of direction would show another name than the
/// file has. They are written as `\u001B`, which a string of JSON may hold as well.
///
/// - Parameter isLine: whether the text is one line, so that a line break in it is another's too. Tabs stay.
package func shown(_ text: String, isLine: Bool = false) -> String {
  guard text.unicodeScalars.contains(where: { isUnsafe($0, isLine) }) else { return text }
  return text.unicodeScalars.reduce(into: "") { result, scalar in
    guard isUnsafe(scalar, isLine) else { return result.unicodeScalars.append(scalar) }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// - Source: the controls of Unicode 16 (general category Cc), its line and paragraph separators, and the characters of
///   direction of Unicode Standard Annex 9, section 2, including the ones it no longer recommends. All have four
///   digits.
private func isUnsafe(_ scalar: Unicode.Scalar, _ isLine: Bool) -> Bool {
  switch scalar.value {
  case 0x09: false
  case 0x0A: isLine
  case ..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F: true
  default: false
  }
}
