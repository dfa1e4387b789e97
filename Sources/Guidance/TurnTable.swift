internal import Geodesy

/// What drivers call a turn by this angle; positive to the right.
///
/// - Source: the bounds agree with common open navigation systems (straight ahead within 20°, slight within 40–45°,
///   sharp from 120–135°); they were taken from the drivers' words: a 45° junction is still "bear right", a
///   crossing that is 35° off square is still "turn right".
func modifier(for angle: Degrees) -> ManeuverModifier {
  let isRight = angle > 0
  return switch abs(angle) {
  case ..<20: .straight
  case ..<45: isRight ? .slightRight : .slightLeft
  case ..<125: isRight ? .right : .left
  case ..<165: isRight ? .sharpRight : .sharpLeft
  default: .uTurn
  }
}
