import Geodesy
import Glibc
import Moments
import RandomNumbers
import RoadGraph
import TestSupport
import Testing
import Traces

@testable import Trips

/// What a receiver reports of a vehicle.
private struct Receiver {
  /// In seconds.
  var period = 1.0
  var sigma: Metres = 0
  /// The time in which errors fall to 1/e; 0 for white noise.
  var lasting: Seconds = 0
  /// Fixes between these times are moved by 60 m.
  var leap: ClosedRange<Seconds>?
}

/// A drive along a straight road that stands for some time: 1,500 m at a pace, braking with 1.5 m/s², then the same the
/// other way round with 1 m/s².
private struct SampleDrive {
  let pace: MetresPerSecond
  let standing: Seconds
  private let way: Metres = 1500

  private var braking: Seconds { pace / 1.5 }
  var arrival: Seconds { (way - pace * braking / 2) / pace + braking }
  var departure: Seconds { arrival + standing }
  var end: Seconds { departure + 150 }

  /// The distance driven by a time.
  private func progress(_ time: Seconds) -> Metres {
    if time < arrival {
      let left = arrival - time
      return way - (left < braking ? 0.75 * left * left : pace * (left - braking / 2))
    }
    let since = max(0, time - departure)
    return way + (since < pace ? since * since / 2 : pace * (since - pace / 2))
  }

  func fixes(_ receiver: Receiver, from begin: Seconds = 0, using random: inout SplitMix64) -> [StopFix] {
    let ruler = LocalRuler(at: Place(latitude: 47.5, longitude: 9.5))
    var noise = LocalPoint(x: random.normal() * receiver.sigma, y: random.normal() * receiver.sigma)
    let share = receiver.lasting > 0 ? exp(-receiver.period / receiver.lasting) : 0
    let fresh = receiver.sigma * (1 - share * share).squareRoot()
    return stride(from: begin, to: end, by: receiver.period).enumerated().map { number, time in
      var point = LocalPoint(x: progress(time) + noise.x, y: noise.y)
      if receiver.leap?.contains(time) == true { point.y += 60 }
      noise.x = share * noise.x + fresh * random.normal()
      noise.y = share * noise.y + fresh * random.normal()
      let place = ruler.place(point)
      return StopFix(
        number: number, place: place, matchedPlace: place,
        time: Timestamp(millisecondsSince1970: 1_700_000_000_000 + Int64(1000 * time)))
    }
  }
}

private func stops(_ fixes: [StopFix], _ settings: StandSettings = StandSettings(leastTime: 15)) -> [Stop] {
  var fold = StandFold(settings: settings)
  return fixes.compactMap { fold.take($0) } + [fold.finish()].compactMap { $0 }
}

extension Timestamp {
  /// Since the beginning of the sample drive.
  fileprivate var sinceBegin: Seconds { seconds(since: Timestamp(millisecondsSince1970: 1_700_000_000_000)) }
}

@Suite struct `A vehicle that stands` {
  private static let receivers = [1.0, 5, 15, 30].flatMap { period in
    [(0.0, 0.0), (5, 0), (10, 0), (5, 30), (10, 30)].map { Receiver(period: period, sigma: $0.0, lasting: $0.1) }
  }

  @Test(arguments: receivers)
  fileprivate func `came there and drove off at the times that the fixes show`(receiver: Receiver) {
    var random = SplitMix64(seed: 7)
    var (late, pieces) = (0, 0)
    let drives = 100
    for _ in 0..<drives {
      let drive = SampleDrive(
        pace: Double.random(in: 5...20, using: &random),
        standing: max(2.2 * receiver.period, Double.random(in: 30...300, using: &random)))
      let found = stops(drive.fixes(receiver, using: &random))
      pieces += found.count == 1 ? 0 : 1
      guard let stop = found.first, let last = found.last else { continue }
      let isRight = abs(stop.begin.sinceBegin - drive.arrival) <= 20 && abs(last.end.sinceBegin - drive.departure) <= 20
      late += isRight ? 0 : 1
    }
    #expect(late <= 6 && pieces <= 3, "\(late) late, \(pieces) in pieces or missing")
  }

  @Test(arguments: receivers)
  fileprivate func `stands once, however long`(receiver: Receiver) {
    var random = SplitMix64(seed: 8)
    var split = 0
    for _ in 0..<30 {
      let found = stops(SampleDrive(pace: 10, standing: 2400).fixes(receiver, using: &random))
      split += found.count == 1 ? 0 : 1
    }
    #expect(split <= 2)
  }

  @Test(arguments: [1.0, 5])
  func `stands once though reflections throw its fixes out and back`(period: Seconds) {
    var random = SplitMix64(seed: 9)
    let receiver = Receiver(period: period, sigma: 3, leap: 250...261)
    #expect(stops(SampleDrive(pace: 10, standing: 300).fixes(receiver, using: &random)).count == 1)
  }

  @Test func `has no departure if the record ends before`() throws {
    var random = SplitMix64(seed: 10)
    let drive = SampleDrive(pace: 10, standing: 100)
    let fixes = drive.fixes(Receiver(), using: &random).prefix { $0.time.map { $0.sinceBegin < 220 } ?? false }
    let stop = try #require(stops(Array(fixes)).first)
    #expect(!stop.isLeft && stop.end.sinceBegin == 219 && stop.fixes.upperBound == 219)
  }

  @Test func `was there from the first fix if the record begins there`() throws {
    var random = SplitMix64(seed: 11)
    let drive = SampleDrive(pace: 10, standing: 100)
    let stop = try #require(stops(drive.fixes(Receiver(), from: 170, using: &random)).first)
    #expect(stop.isLeft && stop.begin.sinceBegin == 170 && stop.fixes.lowerBound == 0)
  }

  @Test(arguments: [(14.0, 0), (40, 1)])
  func `stands only if it does for the least time`(standing: Seconds, count: Int) {
    var random = SplitMix64(seed: 12)
    let settings = StandSettings(leastTime: 25)
    #expect(stops(SampleDrive(pace: 10, standing: standing).fixes(Receiver(), using: &random), settings).count == count)
  }
}

@Suite struct `Those who are slow` {
  @Test func `do not stand while they walk`() {
    var random = SplitMix64(seed: 13)
    let walk = SampleDrive(pace: 1.4, standing: 0)
    let settings = StandSettings(leastTime: 15, for: .pedestrian)
    #expect(stops(walk.fixes(Receiver(sigma: 3, lasting: 30), using: &random), settings).isEmpty)
    let rest = SampleDrive(pace: 1.4, standing: 120)
    #expect(stops(rest.fixes(Receiver(sigma: 3, lasting: 30), using: &random), settings).count == 1)
  }
}
