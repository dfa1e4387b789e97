import Geodesy
import Moments
import Testing
import Traces

@testable import Trips

/// A fix every 20 s: a letter lies in the site of that name, `-` in none, `x` is refused, and `~` is an hour without a
/// fix.
private func visits(_ drive: String, hasTimes: Bool = true) -> [String] {
  let names = Array("ABC")
  let sites = names.enumerated().map { number, name in
    Site(id: String(name), .circle(Place(latitude: 47 + Double(number), longitude: 9), radius: 100))
  }
  var time = Timestamp(millisecondsSince1970: 1_767_225_600_000)
  let begin = time
  var fixes: [Fix] = []
  for sign in drive {
    if sign == "~" {
      time = time.adding(seconds: 3600)
      continue
    }
    let site = names.firstIndex(of: sign)
    fixes.append(
      Fix(
        place: Place(latitude: site.map { 47 + Double($0) } ?? 40, longitude: 9), time: hasTimes ? time : nil,
        refusal: sign == "x" ? .jump : nil))
    time = time.adding(seconds: 20)
  }
  let trace = Trace(id: "van", source: TraceSource(file: "van"), fixes: fixes)
  return SiteVisits(of: trace, to: SiteIndex(sites), settings: VisitSettings()).list.map { visit in
    let times = [visit.arrival, visit.departure].map { $0.map { String(Int($0.seconds(since: begin))) } ?? "?" }
    let ends = (visit.isAtBegin ? "(" : "") + (visit.isAtEnd ? ")" : "")
    return "\(sites[visit.site].id) \(visit.fixes.lowerBound)-\(visit.fixes.upperBound) \(times[0])-\(times[1])\(ends)"
  }
}

@Suite struct `Visits` {
  @Test(arguments: [
    ("--AAA--", ["A 2-4 40-80"]),
    ("AA-----BB", ["A 0-1 0-20(", "B 7-8 140-160)"]),
    ("-A-----B----A-", ["A 1-1 20-20", "B 7-7 140-140", "A 12-12 240-240"]),
    // Half a minute outside ends no visit, more than a minute does.
    ("-AA-AA--", ["A 1-5 20-100"]),
    ("-AA--A---", ["A 1-5 20-100"]),
    ("-AA---A---", ["A 1-2 20-40", "A 6-6 120-120"]),
    // A silence between two fixes there is part of the visit; one that ends elsewhere is not.
    ("-A~A-", ["A 1-2 20-3640"]),
    ("-A~-", ["A 1-1 20-20"]),
    ("-A-~A-", ["A 1-1 20-20", "A 3-3 3660-3660"]),
    // Refused fixes are not looked at.
    ("x-AxA-x", ["A 2-4 40-80"]),
    ("xAAx", ["A 1-2 20-40()"]),
    ("----", []),
  ])
  func `are runs of fixes at a place`(drive: String, expected: [String]) {
    #expect(visits(drive) == expected)
  }

  @Test func `have no times without times`() {
    #expect(visits("-AA-A-", hasTimes: false) == ["A 1-2 ?-?", "A 4-4 ?-?"])
  }

  @Test func `may be at several places at once`() {
    let centre = Place(latitude: 47, longitude: 9)
    let sites = SiteIndex([
      Site(id: "town", .circle(centre, radius: 5000)), Site(id: "depot", .circle(centre, radius: 50)),
    ])
    let fixes = [46.97, 47, 47.01].map { Fix(place: Place(latitude: $0, longitude: 9), time: nil) }
    let trace = Trace(id: "van", source: TraceSource(file: "van"), fixes: fixes)
    let list = SiteVisits(of: trace, to: sites, settings: VisitSettings()).list
    #expect(list.map(\.site) == [0, 1] && list.map(\.fixes) == [0...2, 1...1])
  }
}
