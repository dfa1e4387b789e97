import Geodesy
import Matching
import Moments
import RandomNumbers
import TestSupport
import Testing
import Traces

@testable import Trips

struct StopTests {
  /// Every stop as its definition has it: from each fix on, the longest run that stays near it.
  private func stopsByDefinition(_ fixes: [Fix], _ settings: TripSettings) -> [ClosedRange<Int>] {
    let usable = fixes.indices.filter { fixes[$0].refusal == nil }
    var stops: [ClosedRange<Int>] = []
    var first = 0
    while first < usable.count {
      guard let begin = fixes[usable[first]].place else { return stops }
      let run = usable[first...].prefix { index in
        fixes[index].place.map { groundDistance(begin, $0) <= settings.stopRadius } ?? false
      }
      let last = run.endIndex - 1
      if let from = fixes[usable[first]].time, let to = fixes[usable[last]].time,
        to.seconds(since: from) >= settings.leastStopTime
      {
        stops.append(usable[first]...usable[last])
        first = last
      }
      first += 1
    }
    return stops
  }

  private func stops(_ fixes: [Fix]) -> [Stop] {
    var fold = StopFold(settings: TripSettings())
    var stops: [Stop] = []
    for (number, fix) in fixes.enumerated() where fix.refusal == nil {
      guard let place = fix.place else { continue }
      stops += [fold.take(StopFix(number: number, place: place, matchedPlace: place, time: fix.time))].compactMap { $0 }
    }
    return stops + [fold.finish()].compactMap { $0 }
  }

  /// Moves and stands in turn, at any latitude; some fixes are refused.
  private func wandering(_ random: inout SplitMix64, isTimed: Bool) -> [Fix] {
    var latitude = Double.random(in: -84...84, using: &random)
    var longitude = Double.random(in: -179...179, using: &random)
    var milliseconds: Int64 = 1_700_000_000_000
    var step = 0.0
    return (0..<300).map { number in
      if Int.random(in: 0..<25, using: &random) == 0 {
        step = [0, 0.000_02, 0.000_2].randomElement(using: &random) ?? 0
      }
      latitude += Double.random(in: -1...1, using: &random) * step
      longitude += Double.random(in: -0.5...1, using: &random) * step
      milliseconds += Int64.random(in: 500...15_000, using: &random)
      return Fix(
        place: Place(latitude: latitude, longitude: longitude),
        time: isTimed ? Timestamp(millisecondsSince1970: milliseconds) : nil, line: UInt32(number),
        refusal: Int.random(in: 0..<30, using: &random) == 0 ? .jump : nil)
    }
  }

  @Test func `stops are those of the definition`() {
    var random = SplitMix64(seed: 5)
    var found = 0
    for round in 0..<200 {
      let fixes = wandering(&random, isTimed: round % 20 != 0)
      let ranges = stops(fixes).map(\.fixes)
      #expect(ranges == stopsByDefinition(fixes, TripSettings()), "round \(round)")
      found += ranges.count
    }
    #expect(found > 100)
  }
}
