internal import Moments
internal import Records

extension ZoneError {
  /// ` Did you mean Europe/Berlin?`, or nothing: a zone of the machine with nearly this name, or of this place.
  var hint: String {
    guard case .noFile(let name, _) = self else { return "" }
    let names = ZoneFile.names()
    let place = name.lowercased().split(separator: "/").last.map { "/" + $0 } ?? "/"
    if let ofPlace = names.first(where: { $0.lowercased().hasSuffix(place) }) { return " Did you mean \(ofPlace)?" }
    // A third of three letters may differ, so nearly every abbreviation is near another one.
    return name.count > 5 ? didYouMean(name, among: names) : ""
  }
}
