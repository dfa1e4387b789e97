extension Array where Element: BinaryFloatingPoint {
  /// A quantile of values in ascending order, of which there is at least one.
  ///
  /// - Source: definition 7 of Hyndman & Fan, The American Statistician 1996, doi:10.1080/00031305.1996.10473566.
  func quantile(_ share: Element) -> Element {
    let place = share * Element(count - 1)
    let below = Int(place)
    let above = Swift.min(below + 1, count - 1)
    return self[below] + (place - Element(below)) * (self[above] - self[below])
  }
}
