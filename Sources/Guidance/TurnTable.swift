package import Geodesy

extension ManeuverModifier {
  /// What drivers call a turn by this angle, −180…180, positive to the right.
  ///
  /// - Source: the bounds are in the range of common open navigation systems (straight ahead within 10–20°, slight up
  ///   to 40–45°, sharp from 120–135°, U-turn from 160–170°). Within it they follow the words of drivers: a junction of
  ///   45° is already a turn, a crossing 35° off square is not yet sharp.
  package init(angle: Degrees) {
    let isRight = angle > 0
    self =
      switch abs(angle) {
      case ..<20: .straight
      case ..<45: isRight ? .slightRight : .slightLeft
      case ..<125: isRight ? .right : .left
      case ..<165: isRight ? .sharpRight : .sharpLeft
      default: .uTurn
      }
  }
}
