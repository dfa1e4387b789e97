internal import Records
internal import Traces

/// Prints the first refusals one by one if no file lists them all.
struct RefusalTeller {
  private let console: Console
  private let isSilent: Bool
  /// Where to find the others.
  private let place: String
  private var told = 0
  private static let most = 20

  init(console: Console, isSilent: Bool, place: String = "-o DIR writes all of them") {
    self.console = console
    self.isSilent = isSilent
    self.place = place
  }

  mutating func tell(_ refusals: [Refusal]) {
    guard !isSilent else { return }
    for refusal in refusals where told < Self.most {
      console.warn(refusal)
      told += 1
      if told == Self.most { console.warn("further refusals are only counted; \(place)") }
    }
  }
}
