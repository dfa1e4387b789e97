internal import Geodesy

/// The place from which the sum of the distances to some places is least.
///
/// - Parameter places: at least one, within some kilometres.
/// - Source: Vardi & Zhang, The multivariate L1-median, PNAS 97, 2000, doi:10.1073/pnas.97.4.1423: Weiszfeld's steps, which
///   also leave a place at which they arrive.
func geometricMedian(of places: [Place]) -> Place {
  let ruler = LocalRuler(at: places[0])
  let points = places.map { ruler.point($0) }
  var middle = LocalPoint(
    x: points.reduce(0) { $0 + $1.x } / Double(points.count), y: points.reduce(0) { $0 + $1.y } / Double(points.count))
  for _ in 0..<100 {
    let next = step(from: middle, towards: points)
    let moved = next.distance(to: middle)
    middle = next
    if moved < 0.01 { break }  // a place has a centimetre
  }
  return ruler.place(middle)
}

private func step(from middle: LocalPoint, towards points: [LocalPoint]) -> LocalPoint {
  var (weights, x, y, pullX, pullY) = (0.0, 0.0, 0.0, 0.0, 0.0)
  var here = 0.0
  for point in points {
    let distance = point.distance(to: middle)
    guard distance > 1e-6 else {
      here += 1
      continue
    }
    weights += 1 / distance
    x += point.x / distance
    y += point.y / distance
    pullX += (point.x - middle.x) / distance
    pullY += (point.y - middle.y) / distance
  }
  guard weights > 0 else { return middle }
  let pull = (pullX * pullX + pullY * pullY).squareRoot()
  let stay = pull > 0 ? min(1, here / pull) : 1
  return LocalPoint(
    x: (1 - stay) * x / weights + stay * middle.x, y: (1 - stay) * y / weights + stay * middle.y)
}
