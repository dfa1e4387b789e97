import Geodesy
import Jobs
import Moments
import Records
import TestSupport
import Testing

@testable import Requests

@Suite struct `A solution of VROOM` {
  @Test func `gives jobs, pickups and deliveries with their order, times and places`() throws {
    let list = try jobList(vroomSolution, as: "solution.json", date: "2026-03-02")
    #expect(list.refusals.isEmpty)
    #expect(
      list.jobs.map { "\($0.id.kind) \($0.id.text) \($0.sequence ?? 0)" } == [
        "pickup 7 1", "delivery 7 2", "job 7 3", "job 9 0",
      ])
    let pickup = try #require(list.job("7", .pickup))
    #expect(pickup.planned == moment("2026-03-02T08:11:00+01:00"))
    #expect(pickup.service == 330 && pickup.type == "pickup")
    #expect(pickup.asset == Job.Asset("1", description: "van-1") && pickup.day == CivilDate(iso8601: "2026-03-02"))
    #expect(pickup.extent == .circle(Place(latitude: 47.11, longitude: 9.51), radius: 50))
    let delivery = try #require(list.job("7", .delivery))
    #expect(delivery.name == "Müller" && delivery.planned == moment("2026-03-02T08:36:40+01:00"))
    let spare = try #require(list.job("9"))
    #expect(spare.asset == nil && spare.planned == nil && spare.sequence == nil && spare.name == "Spare")
  }

  @Test func `gives the tour with its length, departure and way`() throws {
    let list = try jobList(vroomSolution, as: "solution.json", date: "2026-03-02")
    let tour = try #require(list.tours.first)
    #expect(list.tours.count == 1 && tour.asset == Job.Asset("1", description: "van-1"))
    #expect(tour.length == 12_345 && tour.duration == 1800)
    #expect(tour.departure == moment("2026-03-02T08:00:00+01:00"))
    #expect(
      tour.line == [(47.1, 9.5), (47.1, 9.5), (47.2, 9.6)].map { Place(latitude: $0.0, longitude: $0.1) },
      "\(tour.line)")
  }

  @Test func `has absolute times without a date, and the day on which its route begins`() throws {
    let begin = 1_772_478_000  // 2026-03-02T20:00+01:00
    let text = """
      {"code":0,"routes":[{"vehicle":"n","steps":[{"type":"start","arrival":\(begin)},
      {"type":"job","id":1,"location":[9.5,47.1],"arrival":\(begin + 18000)}]}]}
      """
    let list = try jobList(text, as: "solution.json")
    let job = try #require(list.jobs.first)
    #expect(list.refusals.isEmpty && job.planned == moment("2026-03-03T01:00:00+01:00"))
    #expect(job.day == CivilDate(iso8601: "2026-03-02") && list.tours[0].day == job.day)
    #expect(list.tours[0].length == nil && list.tours[0].line.isEmpty)
  }

  @Test func `with times of both kinds needs a day as well`() throws {
    let text =
      #"{"code":0,"routes":[{"vehicle":1,"steps":[{"type":"start","arrival":1772478000},{"type":"job","id":1,"location":[9,47],"arrival":600}]}]}"#
    #expect(try jobList(text, as: "solution.json").complaints == ["missing_date"])
  }

  @Test func `is refused once if its times have no day`() throws {
    let list = try jobList(vroomSolution, as: "solution.json")
    #expect(list.jobs.isEmpty && list.tours.isEmpty && list.complaints == ["missing_date"])
    let sentence = try #require(list.refusals.first?.message)
    #expect(sentence.contains("--job-date 2026-03-02") && sentence.hasSuffix("The file was left out."), "\(sentence)")
  }

  @Test(arguments: [
    (#"{"code":3,"error":"No route found"}"#, "VROOM ended with code 3: No route found."),
    (#"{"code":2}"#, ""),
    (#"{"code":1,"routes":[],"unassigned":[]}"#, "VROOM ended with code 1 and gave no reason."),
    (#"{"code":null,"error":"Broken pipe"}"#, "VROOM ended: Broken pipe."),
    (#"{"error":"Broken pipe","routes":[]}"#, "VROOM ended: Broken pipe."),
  ])
  func `with an error is refused with the words of VROOM`(text: String, sentence: String) throws {
    guard !sentence.isEmpty else {
      #expect(throws: ChangeFileError.self) { try jobList(text, as: "solution.json") }
      return
    }
    let list = try jobList(text, as: "solution.json")
    #expect(list.jobs.isEmpty && list.complaints == ["bad_solution"])
    #expect(list.refusals.first?.message.hasPrefix(sentence) == true, "\(list.refusals)")
  }

  @Test func `of an older version names the job of a step`() throws {
    let list = try jobList(
      #"{"code":0,"routes":[{"vehicle":0,"steps":[{"type":"start","arrival":0},{"type":"job","job":1414,"arrival":2104},{"job":5,"arrival":3000,"location":[9.5,47.1]}]}]}"#,
      as: "solution.json", date: "2026-03-02")
    #expect(list.jobs.map(\.id.text) == ["5"] && list.jobs[0].sequence == 2)
    #expect(list.complaints == ["missing_place"] && list.refusals[0].message.contains("job '1414'"))
  }

  @Test(arguments: [
    (#"{"type":"job","arrival":1}"#, "missing_field"),
    (#"{"type":"job","id":[1],"arrival":1}"#, "missing_field"),
    (#"{"type":"teleport","id":2,"arrival":1}"#, "bad_value"),
    (#"{"type":"job","id":2,"arrival":-1,"location":[9,47]}"#, "bad_value"),
    (#"{"type":"job","id":2,"arrival":"noon","location":[9,47]}"#, "bad_value"),
    (#"{"type":"job","id":2,"arrival":1e300,"location":[9,47]}"#, "bad_value"),
    (#"{"type":"job","id":2,"arrival":1,"waiting_time":1e18,"location":[9,47]}"#, "bad_value"),
    (#"{"type":"job","id":2,"arrival":150000000,"location":[9,47]}"#, "bad_value"),
    (#"{"type":"job","id":2,"arrival":1,"service":-5,"location":[9,47]}"#, "bad_value"),
    (#"{"type":"job","id":2,"arrival":1,"location":[9,97]}"#, "bad_value"),
    (#"{"type":"job","id":2,"arrival":1,"location":[9]}"#, "bad_value"),
    (#"{"type":"job","id":2,"arrival":1,"location":"here"}"#, "bad_value"),
    (#"{"type":"job","id":1,"arrival":1,"location":[9,47]}"#, "repeated"),
    (#"{"type":"job","id":2,"arrival":1}"#, "missing_place"),
    (#"{"type":"job","id":2,"arrival":1,"location":[9,47],"time_windows":[[5,1]]}"#, "bad_window"),
    (#"{"type":"job","id":2,"arrival":1,"location":[9,47],"time_windows":[5,1]}"#, "bad_value"),
  ])
  func `loses a bad step alone`(step: String, code: String) throws {
    let good = #"{"type":"job","id":1,"arrival":60,"location":[9.5,47.1]}"#
    let list = try jobList(
      #"{"code":0,"routes":[{"vehicle":1,"steps":[\#(good),\#(step)]}]}"#, as: "solution.json", date: "2026-03-02")
    #expect(list.jobs.map(\.id.text) == ["1"] && list.complaints == [code], "\(list.refusals)")
    #expect(list.refusals.allSatisfy { $0.message.hasSuffix(" The job was left out.") })
  }

  @Test func `loses a way that cannot be read, and a second tour of a vehicle`() throws {
    let list = try jobList(
      #"{"code":0,"routes":[{"vehicle":1,"geometry":"!!","steps":[]},{"vehicle":1,"steps":[]},{"steps":[]}]}"#,
      as: "solution.json", date: "2026-03-02")
    #expect(list.tours.count == 1 && list.tours[0].line.isEmpty)
    #expect(list.complaints == ["repeated", "missing_field", "bad_value"], "\(list.refusals)")
  }
}

@Suite struct `A problem of VROOM` {
  private let problem = """
    {"vehicles": [{"id": 1, "description": "van-1", "start": [9.5, 47.1]}],
     "jobs": [{"id": 7, "location": [9.5, 47.1], "setup": 60, "service": 240, "description": "Bakery",
               "time_windows": [[36000, 39600], [28800, 32400]]}],
     "shipments": [{"amount": [1], "pickup": {"id": 1, "location": [9.6, 47.2]}, "delivery": {"id": 2, "service": 30}}]}
    """

  @Test func `gives unassigned jobs with their windows in order`() throws {
    let list = try jobList(problem, as: "problem.json", date: "2026-03-02")
    let job = try #require(list.job("7"))
    #expect(job.asset == nil && job.service == 300 && job.name == "Bakery")
    #expect(
      job.windows == [
        Job.Window(earliest: moment("2026-03-02T08:00:00+01:00"), latest: moment("2026-03-02T09:00:00+01:00")),
        Job.Window(earliest: moment("2026-03-02T10:00:00+01:00"), latest: moment("2026-03-02T11:00:00+01:00")),
      ])
    #expect(list.job("1", .pickup) != nil && list.complaints == ["missing_place"])
  }

  @Test func `fills what a solution without places left empty, in either order`() throws {
    let solution =
      #"{"code":0,"routes":[{"vehicle":1,"steps":[{"type":"job","id":7,"arrival":29000},{"type":"delivery","id":2,"arrival":30000,"location":[9.7,47.3]}]}]}"#
    for files in [[("a.json", problem), ("b.json", solution)], [("a.json", solution), ("b.json", problem)]] {
      let list = try jobList(files, date: "2026-03-02")
      let job = try #require(list.job("7"))
      #expect(list.refusals.isEmpty && job.place == Place(latitude: 47.1, longitude: 9.5) && job.windows.count == 2)
      #expect(job.asset == Job.Asset("1", description: "van-1") && job.sequence == 1 && job.service == 300)
      #expect(list.job("2", .delivery)?.sequence == 2)
    }
  }

  @Test func `has windows that are open where VROOM knows no bound`() throws {
    let text =
      #"{"jobs":[{"id":1,"location":[9,47],"time_windows":[[0,1772478000]]},{"id":2,"location":[9,47],"time_windows":[[1772478000,4294967295]]}]}"#
    let list = try jobList(text, as: "problem.json")
    #expect(list.refusals.isEmpty)
    #expect(list.job("1")?.windows == [Job.Window(latest: moment("2026-03-02T19:00:00Z"))])
    #expect(list.job("2")?.windows == [Job.Window(earliest: moment("2026-03-02T19:00:00Z"))])
  }
}

@Suite struct `A table of jobs` {
  @Test func `has names, times and places in many writings`() throws {
    let list = try jobList(
      """
      Order ID;Vehicle;Date;Seq;Lat;Lon;Place;Customer;Earliest;Latest;Planned;Service (s);Type;ETA threshold;Dispatcher
      7;van-1;02.03.2026;1;47,1;9,5;;Bäckerei;08:00;9:30;08:15:30;300;Service;10%;Ann
      8;van-1;2026-03-02;2;;;POINT (9.5 47.2);;2026-03-02T10:00;2026-03-02T11:00+01:00;36000;2min;;120s;
      9;van-1;2026-03-02;;;;POLYGON ((9 47, 10 47, 10 48, 9 48, 9 47));;;25:30;;;;;
      9;van-1;2026-03-02;;47.3;9.5;Shop;;;;1772478000;;pickup;;
      """)
    #expect(list.refusals.isEmpty, "\(list.refusals)")
    let first = try #require(list.job("7"))
    #expect(first.asset == Job.Asset("van-1") && first.sequence == 1 && first.name == "Bäckerei")
    #expect(first.place == Place(latitude: 47.1, longitude: 9.5) && first.service == 300 && first.line == 2)
    #expect(first.planned == moment("2026-03-02T08:15:30+01:00") && first.threshold == .share(0.1))
    #expect(
      first.windows
        == [Job.Window(earliest: moment("2026-03-02T08:00:00+01:00"), latest: moment("2026-03-02T09:30:00+01:00"))])
    #expect(first.type == "Service" && first.id.kind == .job && first.dispatcher == "Ann")
    let second = try #require(list.job("8"))
    #expect(second.planned == second.windows[0].earliest && second.threshold == .time(120) && second.service == 120)
    #expect(second.place == Place(latitude: 47.2, longitude: 9.5) && second.type == "job")
    let zone = try #require(list.job("9"))
    #expect(zone.place == Place(latitude: 47.5, longitude: 9.5))
    #expect(zone.windows == [Job.Window(latest: moment("2026-03-03T01:30:00+01:00"))])
    let pickup = try #require(list.job("9", .pickup))
    #expect(pickup.name == "Shop" && pickup.planned == moment("2026-03-02T20:00:00+01:00"))
  }

  @Test func `has the day of the option, or of its absolute times, or none`() throws {
    let rows = "job,lat,lon,planned\n1,47,9,2026-03-02T23:30Z\n2,47,9,\n"
    #expect(try jobList(rows).jobs.map { $0.day?.iso8601 } == ["2026-03-03", nil])
    #expect(try jobList(rows, date: "2026-03-02").jobs.map { $0.day?.iso8601 } == ["2026-03-02", "2026-03-02"])
  }

  @Test(arguments: [
    (",v,,47,9,,,", "missing_field"), ("2,v,,97,9,,,", "bad_value"), ("2,v,,47,,,,", "missing_field"),
    ("2,v,,here,9,,,", "bad_value"), ("2,v,31.02.2026,47,9,,,", "bad_value"), ("2,v,,47,9,,,0", "bad_value"),
    ("2,v,,47,9,08:00,09:00,", "missing_date"), ("2,v,2026-03-02,47,9,09:00,08:00,", "bad_window"),
    ("2,v,2026-03-02,47,9,25:61,,", "bad_value"), ("2,v,2026-03-02,47,9,48:00,,", "bad_value"),
    ("2,v,2026-03-02,47,9,soon,,", "bad_value"), ("2,v,2026-03-02,47,9,-5,,", "bad_value"),
    ("2,v,2026-03-02,47,9,20260302,,", "bad_value"), ("2,v,2026-03-02,47,9,1e300,,", "bad_value"),
    ("2,v,2026-03-29,47,9,02:30,,", "bad_value"), ("2,v,2026-10-25,47,9,02:30,,", "bad_value"),
    ("2,v,,47,9,99999999999999999999,,", "bad_value"), ("1,v,,47,9,,,", "repeated"), ("2,v,,,,,,", "missing_place"),
    ("2,v", "bad_row"),
  ])
  func `loses a bad row alone`(row: String, code: String) throws {
    let list = try jobList("job,asset,date,lat,lon,earliest,latest,seq\n1,v,,47,9,,,\n\(row)\n3,v,,47,9,,,\n")
    #expect(list.jobs.map(\.id.text) == ["1", "3"] && list.complaints == ["3 \(code)"], "\(list.refusals)")
    #expect(list.refusals.allSatisfy { $0.message.hasSuffix(" The job was left out.") })
  }

  @Test(arguments: ["12", "0.1", "%", "110%", "-1%", "soon", "-5s", "nan%", "900000000s"])
  func `has thresholds that are shares or times`(text: String) throws {
    let list = try jobList("job,lat,lon,eta_threshold\n1,47,9,\(text)\n")
    #expect(list.complaints == ["2 bad_value"])
  }

  @Test func `loses jobs that are not on the map`() throws {
    let list = try jobList([("jobs.csv", "job,lat,lon\n1,47,9\n2,48,9\n")]) { $0.latitude < 47.5 }
    #expect(list.jobs.map(\.id.text) == ["1"] && list.complaints == ["3 off_map"])
  }

  @Test func `is filled by later files, which do not change what it says`() throws {
    let list = try jobList([
      ("a.csv", "job,asset,seq\n1,van,3\n2,van,4\n"),
      (
        "b.csv",
        "job,asset,seq,lat,lon,planned,name\n1,van,9,47,9,2026-03-02T08:00Z,A\n2,bus,9,47,9,2026-03-02T08:00Z,B\n3,bus,1,47,9,,C\n"
      ),
    ])
    #expect(list.refusals.isEmpty && list.files.count == 2 && list.jobs.map(\.name) == ["A", "B", "C"])
    #expect(list.jobs.map(\.sequence) == [3, 4, 1] && list.jobs.map { $0.asset?.id } == ["van", "van", "bus"])
    // The plan for another asset is not this one's.
    #expect(list.jobs[0].planned == moment("2026-03-02T08:00:00Z") && list.jobs[1].planned == nil)
  }

  @Test func `may be JSON by line`() throws {
    let list = try jobList(
      #"""
      {"job":7,"vehicle":"v","place":{"type":"Point","coordinates":[9.5,47.1]},"planned":1772478000,"service_s":90}
      {"job":"8","place":[9.5,47.2],"eta_threshold":"5%","name":null}
      {"job":9,"place":{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,48]]]},"earliest":1772478000000}
      {"job":10,"location":{"lat":47.4,"lon":9.5}}
      {"job":11,"job":12}
      [1]
      {"job":
      """#, as: "jobs.ndjson")
    #expect(list.complaints == ["5 bad_json", "6 bad_json", "7 bad_json"], "\(list.refusals)")
    #expect(list.jobs.map(\.place.latitude) == [47.1, 47.2, 47.5, 47.4])
    #expect(list.jobs.map(\.place.longitude) == [9.5, 9.5, 9.5, 9.5])
    #expect(list.jobs[0].planned == list.jobs[2].windows[0].earliest && list.jobs[0].service == 90)
  }

  @Test(arguments: [
    ("", "there is no job in it"), ("[{}]", "one job per line"), ("name,lat\n", "the header has no job"),
    (#"{"type":"FeatureCollection","features":[]}"#, "a solution of VROOM"),
    (#"{"routes": [1,"#, "not well-formed JSON"),
  ])
  func `is refused as a whole if it is none`(text: String, sentence: String) throws {
    let error = #expect(throws: ChangeFileError.self) { try jobList(text, as: "jobs") }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
  }
}
