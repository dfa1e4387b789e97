/// A numbered route that a relation of the source leads along a road: `type=route`, `route=road`.
///
/// A map keeps the routes of one direction of a road as a text: one line for each route, with network, number and
/// direction separated by tabs.
package struct NumberedRoute: Hashable, Sendable {
  /// As tagged, such as `US:I` or `BAB`; empty if it is not tagged.
  package let network: String
  /// As tagged, such as `95` or `A 5`.
  package let number: String
  /// The direction that signs name; `nil` if none is tagged.
  package let direction: CardinalDirection?

  /// Tabs and line feeds become spaces.
  package init(network: String, number: String, direction: CardinalDirection? = nil) {
    self.network = Self.inOneField(network)
    self.number = Self.inOneField(number)
    self.direction = direction
  }

  private static func inOneField(_ text: String) -> String {
    let isControl = { (byte: UInt8) in byte < UInt8(ascii: " ") }
    guard text.utf8.contains(where: isControl) else { return text }
    return String(decoding: text.utf8.map { isControl($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  private var line: String { "\(network)\t\(number)\t\(direction?.rawValue ?? "")" }

  /// - Parameter line: fields that are missing are empty, and fields after the third are ignored.
  private init(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    network = String(fields[0])
    number = fields.count > 1 ? String(fields[1]) : ""
    direction = fields.count > 2 ? CardinalDirection(rawValue: String(fields[2])) : nil
  }

  static func routes(inText text: String) -> [NumberedRoute] { text.split(separator: "\n").map(NumberedRoute.init) }

  /// The text of some routes, in an order that depends on nothing else.
  static func text(of routes: [NumberedRoute]) -> String {
    routes.isEmpty ? "" : Set(routes.map(\.line)).sorted().joined(separator: "\n")
  }
}
