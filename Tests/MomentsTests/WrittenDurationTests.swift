import Moments
import Testing

@Suite struct `A length of time` {
  @Test(arguments: [
    ("0s", 0.0), ("1.5s", 1.5), ("90s", 90), ("10min", 600), ("10m", 600), ("36h", 129_600), ("2d", 172_800),
    ("1w", 604_800), ("1h30min", 5400), ("1.5h", 5400),
  ])
  func `is numbers with units`(text: String, seconds: Double) {
    #expect(parseDuration(text) == seconds)
  }

  @Test(arguments: [
    "", "soon", "6", "0", "1.5", "1e3", "0x10s", "-1", "-1h", "h", "10 min", "10minutes", "1h30", "nan", "inf", "1e99",
    "99999999w", "1..5h",
  ])
  func `is nothing else`(text: String) {
    #expect(parseDuration(text) == nil)
  }
}
