package import Geodesy

/// Driven against the allowed direction: what the wrong-way drives among some events tell, and nothing that is too short
/// to be one.
package func wrongWayLength(of events: [Event]) -> Metres {
  events.reduce(0) { $0 + ($1.type == .wrongWay ? $1.length : 0) }
}
