import Foundation
import Geodesy

/// Writes NMEA 0183.
struct WrittenNMEA {
  private let choices: WrittenChoices

  init(_ choices: WrittenChoices) { self.choices = choices }

  func log(of rows: [WrittenTable.Row]) -> String {
    let extra = choices.hasExtras ? ["GPGSV,3,1,11,03,03,111,00", "PUBX,00,030407.00,4717.11,N"] : []
    return choices.ordered(rows).flatMap { extra + sentences($0) }.map { sentence($0) + "\n" }.joined()
  }

  private func sentence(_ body: String) -> String {
    if choices.variant % 6 == 0 { return "$" + body }
    return NMEAReaderTests.sentence(body)
  }

  private func sentences(_ row: WrittenTable.Row) -> [String] {
    let text = CivilText(row.milliseconds)
    let clock = text.clock.replacing(":", with: "") + ["", ".00", ".000"][choices.variant % 3]
    let (day, month) = (text.two(.day), text.two(.month))
    let talker = ["GP", "GN", "GL"][choices.variant % 3]
    let place = angle(row.latitude, 2, "NS") + "," + angle(row.longitude, 3, "EW")
    let knots = choices.hasSpeed ? decimal(row.speed / 0.514444, 3, false) : ""
    let date = "\(day)\(month)\(text.year % 100 / 10)\(text.year % 10)"
    let position = "\(talker)RMC,\(clock),A,\(place),\(knots),,\(date),,,A"
    let fix = "GPGGA,\(clock),\(place),1,08,0.9,545.4,M,46.9,M,,"
    switch choices.variant % 4 {
    case 0: return [position]
    case 1: return [fix, position]
    case 2: return [position, fix]
    default: return ["GPZDA,\(clock),\(day),\(month),\(text.year),00,00", fix]
    }
  }

  /// Degrees and minutes, and a hemisphere.
  private func angle(_ value: Degrees, _ digits: Int, _ sides: String) -> String {
    let unit = pow(10.0, Double(choices.decimals))
    let whole = Int((abs(value) * 60 * unit).rounded())
    let degrees = whole / Int(60 * unit)
    let minutes = Double(whole % Int(60 * unit)) / unit
    let padded = String(format: "%0\(digits)d%0\(choices.decimals + 3).\(choices.decimals)f", degrees, minutes)
    return padded + "," + (value < 0 ? sides.suffix(1) : sides.prefix(1))
  }
}
