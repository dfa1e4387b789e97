package import Geodesy

/// A place where vehicles stood again and again, and which is no known place.
package struct StayPlace: Hashable, Sendable {
  package var place: Place
  /// Of the circle around ``place`` that holds nine of ten stops.
  package var radius: Metres
  package var support: Support
  package var medianDuration: Seconds
  package var totalDuration: Seconds
  /// When the first and the last stop began, in milliseconds since 1970; `nil` where it is not told.
  package var first: Int64?
  package var last: Int64?
  /// Stops that last beyond midnight by local time.
  package var nights: Int

  package init(
    place: Place, radius: Metres, support: Support, medianDuration: Seconds, totalDuration: Seconds, first: Int64?,
    last: Int64?, nights: Int
  ) {
    self.place = place
    self.radius = radius
    self.support = support
    self.medianDuration = medianDuration
    self.totalDuration = totalDuration
    self.first = first
    self.last = last
    self.nights = nights
  }
}
