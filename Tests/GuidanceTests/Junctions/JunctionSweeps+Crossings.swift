import Foundation
import RandomNumbers

/// Crossings of two divided roads whose inner pieces bear names by chance.
extension JunctionSweeps {
  mutating func drawCrossings() {
    var random = SplitMix64(seed: 4)
    for number in 0..<24 {
      let gap = [8.0, 14, 20, 26][number % 4] / 2
      let lean = [0.0, 25, -40][number % 3] * .pi / 180
      let inner = (0..<4).map { _ in
        ["\"Main Street\"", "\"Broad Street\"", "", "\"Town Square\""].randomElement(using: &random) ?? ""
      }
      begin("crossing")
      text += places(gap, lean)
      text += pieces(inner, second: number % 5 == 0 ? "secondary" : "primary")
      text += drives(lean)
    }
  }

  /// The four inner nodes and, on each road, the ends of its carriageways.
  private func places(_ gap: Double, _ lean: Double) -> String {
    let shift = gap * tan(lean)
    let far = 220 * tan(lean)
    return """
      nodes w1 -220 \(gap) e1 220 \(gap) w2 -220 \(-gap) e2 220 \(-gap)
      nodes nw \(-gap + shift) \(gap) ne \(gap + shift) \(gap) sw \(-gap - shift) \(-gap) se \(gap - shift) \(-gap)
      nodes s1 \(gap - far) -220 n1 \(gap + far) 220 s2 \(-gap - far) -220 n2 \(-gap + far) 220

      """
  }

  private func pieces(_ inner: [String], second: String) -> String {
    """
    primary > e1 ne "Main Street"
    primary > ne nw \(inner[0])
    primary > nw w1 "Main Street"
    primary > w2 sw "Main Street"
    primary > sw se \(inner[1])
    primary > se e2 "Main Street"
    \(second) > s1 se "Broad Street"
    \(second) > se ne \(inner[2])
    \(second) > ne n1 "Broad Street"
    \(second) > n2 nw "Broad Street"
    \(second) > nw sw \(inner[3])
    \(second) > sw s2 "Broad Street"

    """
  }

  private func drives(_ lean: Double) -> String {
    let skew = 90 - lean * 180 / .pi
    return """
      drive w2 e2 : silent
      drive e1 w1 : silent
      drive s1 n1 : silent
      drive n2 s2 : silent
      drive w2 se n1 : turn \(modifiers(skew)) onto Broad Street
      drive w2 s2 : turn \(modifiers(skew - 180)) onto Broad Street
      drive s1 ne w1 : turn \(modifiers(180 - skew)) onto Main Street
      drive s1 e2 : turn \(modifiers(-skew)) onto Main Street
      drive n2 sw e2 : turn \(modifiers(180 - skew)) onto Main Street
      drive e1 nw s2 : turn \(modifiers(skew)) onto Broad Street
      drive w2 se ne w1 : u_turn|turn|continue u_turn onto Main Street
      drive s1 ne nw s2 : u_turn|turn|continue u_turn onto Broad Street

      """
  }
}
