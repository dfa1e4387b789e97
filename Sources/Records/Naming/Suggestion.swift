/// The name that was probably meant: the nearest one, if it is near enough.
///
/// A third of the letters may differ; a swap of two neighbours is one difference. Case is ignored, and `-` equals `_`.
///
/// - Complexity: O(*names · length²*).
package func nearest(_ name: String, among names: some Sequence<String>) -> String? {
  let letters = plain(name)
  let limit = max(1, letters.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in names {
    let distance = differences(letters, plain(candidate))
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.name
}

/// ` Did you mean X?`, or nothing.
package func didYouMean(_ name: String, among names: some Sequence<String>) -> String {
  nearest(name, among: names).map { " Did you mean \($0)?" } ?? ""
}

private func plain(_ name: String) -> [Character] {
  name.lowercased().map { $0 == "-" ? "_" : $0 }
}

/// The number of letters to add, remove, replace or swap with their neighbour.
private func differences(_ a: [Character], _ b: [Character]) -> Int {
  var rows = [Array(0...b.count)]
  for i in 1..<(a.count + 1) {
    var row = [i]
    for j in 1..<(b.count + 1) {
      var least = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { least = min(least, rows[i - 2][j - 2] + 1) }
      row.append(least)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
