import Geodesy
import Moments
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@testable import Jobs

/// Assets on the straight street of ``Office``, from which a fix comes every five seconds.
private final class Street {
  var office: Office
  private(set) var scene: JobScene
  private var folds: [String: AssetFold] = [:]
  private var router: Router
  private let edge: EdgeID
  var done = DoneJobs()
  private(set) var events: [JobEvent] = []
  /// In minutes.
  private(set) var now = 0.0
  private var place: [String: Double] = [:]

  init(_ office: Office) throws {
    self.office = office
    // 6 km to the east.
    let sketch = try RoadSketch("A" + String(repeating: "-", count: 599) + "B", corner: Office.place(0), roads: ["A-B"])
    edge = sketch.edge("AB")
    router = Router(on: sketch.graph)
    scene = JobScene(JobBoard(office.list), routes: JobRoutes(RouteOptions(), on: nil, inTraffic: false))
  }

  private func fold(of asset: String) -> AssetFold {
    folds[asset]
      ?? AssetFold(of: AssetDay.Key(asset: asset, day: Office.day), named: asset, in: scene.board, mode: .car)
  }

  /// Drives at 10 m/s, and stands there for so many minutes.
  func drive(_ asset: String = "van", to metres: Double, standing minutes: Double = 0) {
    let begin = place[asset] ?? 0
    let steps = max(1, Int(abs(metres - begin) / 50))
    for step in 1...steps { hear(asset, at: begin + (metres - begin) * Double(step) / Double(steps)) }
    for _ in 0..<Int(minutes * 12) { hear(asset, at: metres) }
    place[asset] = metres
  }

  private func hear(_ asset: String, at metres: Double) {
    now += 5.0 / 60
    var fold = fold(of: asset)
    let (time, place) = (Office.moment(now), Office.place(metres))
    fold.hear(place, at: time, in: scene, done: &done, into: &events)
    let sample = CourseSample(time: time, place: place, position: EdgePosition(edge: edge, offset: metres), driven: 0)
    fold.take(sample, in: scene, into: &events, using: &router)
    folds[asset] = fold
  }

  func change(_ asset: String = "van", _ body: (inout AssetFold) -> Void) {
    var fold = fold(of: asset)
    body(&fold)
    folds[asset] = fold
  }

  /// Orders a job while the assets drive.
  func order(_ id: String, at metres: Double, sequence: Int) {
    office.order(id, at: metres)
    office.list.jobs[office.list.jobs.count - 1].sequence = sequence
    scene = JobScene(JobBoard(office.list), routes: scene.routes)
    let (board, changed) = (scene.board, Set([office.list.jobs.count - 1]))
    change { $0.takeJobs(from: board, changed: changed) }
  }

  func note(_ kind: OfficeEvent.Kind, _ job: Int) {
    let entry = OfficeEvent(kind, of: scene.board.jobs[job].id, by: nil, at: Office.moment(now))
    var events = self.events
    change { $0.take(entry, of: job, isReplaced: false, into: &events) }
    self.events = events
  }

  /// A new run begins, which knows nothing.
  func forget() { (folds, events, done) = ([:], [], DoneJobs()) }

  func end() {
    for asset in folds.keys.sorted() {
      var fold = fold(of: asset)
      fold.finish(in: scene.board, done: &done, into: &events)
      folds[asset] = fold
    }
    done.releaseAll(on: scene.board, into: &events)
  }

  /// What was said but for estimates: `arrived a`.
  var said: [String] {
    events.filter { $0.kind != .etaUpdate }.map { event in
      "\(event.kind.rawValue) \(event.job.map { scene.board.jobs[$0].id.text } ?? "")"
    }
  }
}

@Suite struct AssetFoldTests {
  private func office(_ jobs: (id: String, metres: Double)...) -> Office {
    var office = Office()
    for job in jobs { office.order(job.id, at: job.metres) }
    return office
  }

  @Test("an arrival is said once, while the vehicle stands, and with its own time") func arrival() throws {
    let street = try Street(office(("a", 1000)))
    street.drive(to: 1000)
    let arrival = street.now
    street.drive(to: 1000, standing: 0.6)
    #expect(street.said == ["started a"])
    street.drive(to: 1000, standing: 0.6)
    #expect(street.said == ["started a", "arrived a"])
    street.drive(to: 1000, standing: 30)
    #expect(street.said == ["started a", "arrived a"])
    #expect(abs((street.events.last { $0.kind == .arrived }?.time.minutes ?? 0) - arrival) < 0.2)
  }

  @Test("a job is left only when the vehicle is away, at the time when it drove off") func departure() throws {
    let street = try Street(office(("a", 1000)))
    street.drive(to: 1000, standing: 5)
    let departure = street.now
    street.drive(to: 1060)
    #expect(street.said == ["started a", "arrived a"])
    street.drive(to: 2000)
    #expect(street.said == ["started a", "arrived a", "left a", "finished a"])
    let left = try #require(street.events.first { $0.kind == .left })
    #expect(abs(left.time.minutes - departure) < 0.3)
  }

  @Test("a stand too short, or too far away, says nothing") func passed() throws {
    let street = try Street(office(("a", 1000), ("b", 2000)))
    street.drive(to: 1000, standing: 0.4)
    street.drive(to: 2080, standing: 5)
    street.drive(to: 3000)
    street.end()
    #expect(street.said == ["started a"])
  }

  @Test("pieces of one stand are one visit") func pieces() throws {
    let street = try Street(office(("a", 1000)))
    street.drive(to: 1000, standing: 2)
    street.drive(to: 1090)
    street.drive(to: 1000, standing: 2)
    street.change { $0.beginPart() }
    street.drive(to: 1005, standing: 2)
    street.drive(to: 3000)
    #expect(street.said == ["started a", "arrived a", "left a", "finished a"])
  }

  @Test("one stand does all jobs of an address; one next door is held until the end") func addresses() throws {
    let street = try Street(office(("a", 1000), ("b", 1004), ("c", 1040)))
    street.drive(to: 1001, standing: 3)
    street.drive(to: 2000)
    let first = ["started a", "arrived a", "arrived b", "left a", "finished a", "left b", "finished b", "started c"]
    #expect(street.said == first)
    street.end()
    #expect(street.said == first + ["arrived c", "left c", "finished c"])
  }

  @Test("a stand at another's job counts if its own asset misses it") func missedByOwner() throws {
    var office = Office()
    office.order("a", at: 1000, of: "owner", window: 0...10)
    let street = try Street(office)
    street.drive("owner", to: 200)
    street.drive("other", to: 1000, standing: 5)
    street.drive("other", to: 3000)
    #expect(!street.said.contains("arrived a"))
    street.drive("owner", to: 250, standing: 80)
    #expect(street.said.suffix(3) == ["arrived a", "left a", "finished a"])
    #expect(street.events.last?.asset == "other")
    street.end()
    #expect(!street.said.contains("missed a"))
  }

  @Test("a stand at another's job is forgotten when its own asset serves it") func servedByOwner() throws {
    var office = Office()
    office.order("a", at: 1000, of: "owner")
    let street = try Street(office)
    street.drive("other", to: 1000, standing: 20)
    street.drive("other", to: 3000)
    street.drive("owner", to: 1000, standing: 2)
    street.drive("owner", to: 2000)
    street.end()
    #expect(street.said == ["started a", "arrived a", "left a", "finished a"])
    #expect(street.events.allSatisfy { $0.asset == "owner" })
  }

  @Test("a job that nobody does is missed an hour after its window, once") func missed() throws {
    var office = Office()
    office.order("a", at: 5000, window: 0...10)
    let street = try Street(office)
    street.drive(to: 100, standing: 68)
    #expect(street.said == [])
    street.drive(to: 100, standing: 10)
    #expect(street.said == ["missed a"])
    #expect(street.events.first?.time.minutes == 70)
  }

  @Test("a job ordered while driving becomes the target: without one, and if it comes first") func ordered() throws {
    let street = try Street(office())
    street.drive(to: 500)
    #expect(street.said == [])
    street.order("b", at: 3000, sequence: 2)
    street.drive(to: 800)
    #expect(street.said == ["started b"])
    street.order("c", at: 4000, sequence: 3)
    street.drive(to: 1000)
    #expect(street.said == ["started b"])
    street.order("a", at: 2000, sequence: 1)
    street.drive(to: 1300)
    #expect(street.said == ["started b", "started a"])
  }

  @Test("a cancelled target gives way to the next job") func cancelled() throws {
    let street = try Street(office(("a", 1000), ("b", 3000)))
    street.drive(to: 500)
    street.note(.cancelled, 0)
    street.drive(to: 700)
    #expect(street.said == ["started a", "cancelled a", "started b"])
  }

  @Test("a run that begins in the middle of a stand goes on with it") func resumed() throws {
    let street = try Street(office(("a", 1000), ("b", 3000)))
    street.drive(to: 1000, standing: 5)
    let board = street.scene.board
    street.forget()
    street.done.insert([0])
    street.change {
      $0.know(0)
      $0.resume(at: [0], since: Office.moment(2), in: board)
    }
    street.drive(to: 1000, standing: 5)
    #expect(street.said == [])
    street.drive(to: 2000)
    #expect(street.said == ["left a", "finished a", "started b"])
  }
}
