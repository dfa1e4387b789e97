internal import Geodesy

/// Cuts a line where it crosses the antimeridian, so that no piece runs the long way round the earth.
///
/// The place of a cut has longitude 180 on one piece and −180 on the other; its latitude is on the straight line
/// between the neighbours. Every piece has at least two places, all different unless the whole line is one place. A
/// line that only touches the antimeridian is not cut.
///
/// - Source: RFC 7946 §3.1.9.
func cutAtAntimeridian(_ line: [Place]) -> [[Place]] {
  guard let first = line.first else { return [] }
  var pieces: [[Place]] = [[first]]
  for (begin, end) in zip(line, line.dropFirst()) {
    if let latitude = crossing(from: begin, to: end) {
      let side: Int32 = begin.longitudeE7 > 0 ? 1_800_000_000 : -1_800_000_000
      pieces[pieces.count - 1].append(Place(latitudeE7: latitude, longitudeE7: side))
      pieces.append([Place(latitudeE7: latitude, longitudeE7: -side)])
    }
    pieces[pieces.count - 1].append(end)
  }
  let lines = pieces.map(\.withoutRepetition).filter { $0.count >= 2 }
  return lines.isEmpty ? [[first, first]] : lines
}

/// The latitude where the path from one place to the next crosses the antimeridian; `nil` if it does not.
private func crossing(from begin: Place, to end: Place) -> Int32? {
  let isLongWay = abs(Int64(end.longitudeE7) - Int64(begin.longitudeE7)) > 1_800_000_000
  guard isLongWay else { return nil }
  let eastward = Double(end.longitudeE7(eastOf: begin))
  guard eastward != 0 else { return begin.latitudeE7 }
  let side: Double = begin.longitudeE7 > 0 ? 1_800_000_000 : -1_800_000_000
  let fraction = (side - Double(begin.longitudeE7)) / eastward
  let northward = Double(end.latitudeE7) - Double(begin.latitudeE7)
  return Int32((Double(begin.latitudeE7) + fraction * northward).rounded())
}

extension [Place] {
  fileprivate var withoutRepetition: [Place] {
    reduce(into: []) { kept, place in
      if kept.last != place { kept.append(place) }
    }
  }
}
