internal import Geodesy

extension SampleFile {
  /// Jobs of drives through the town, one per line: done, late, missed, not reached, done by another vehicle, rejected,
  /// and one for nobody. `.json`, since a folder of traces is read without such files.
  static func jobs(_ town: Town) -> SampleFile {
    let orders = [
      Order("school", at: 511, of: "courier", on: 4, window: "06:00-06:30", planned: "06:20", service: 60),
      Order("baker", at: 514, of: "courier", on: 4, window: "07:30-07:45", planned: "07:33", service: 120),
      Order("foundry", at: 474, of: "courier", on: 4, window: "07:30-08:30", planned: "07:45", service: 120),
      Order("kiosk", at: 604, of: "van-4", on: 9, window: nil, planned: "11:30", service: 120),
      Order("weaver", at: 124, of: "van-4", on: 14, window: "10:30-10:50", planned: "10:48", service: 180),
      Order("orchard", at: 504, of: "van-4", on: 14, window: "10:30-12:00", planned: "11:00", service: 60),
      Order("nets", at: 806, of: nil, on: 14, window: "10:00-12:00", planned: nil, service: 60),
    ]
    var placeOfVehicle: [String: Int] = [:]
    let rows = orders.map { order in
      let place = order.vehicle.map { vehicle in
        placeOfVehicle["\(vehicle) \(order.day)", default: 0] += 1
        return placeOfVehicle["\(vehicle) \(order.day)", default: 0]
      }
      return order.line(place, in: town)
    }
    return SampleFile(name: "jobs.json", drives: [], text: lines(rows))
  }

  /// What the office noted of these jobs.
  static func jobEvents(_ town: Town) -> SampleFile {
    let notes: [(day: Int, time: String, vehicle: String, job: String, event: String, content: String)] = [
      (4, "05:40:00", "courier", "school", "accepted", ""), (4, "05:40:05", "courier", "baker", "accepted", ""),
      (4, "07:35:10", "courier", "baker", "finished", "Signed by Ada"),
      (4, "07:36:00", "courier", "foundry", "finished", "Left at the gate"),
      (4, "07:37:00", "courier", "foundry", "custom", "Customer asks where the parcel is"),
      (14, "10:20:00", "van-4", "orchard", "rejected", "No room"),
      (14, "10:57:00", "van-4", "weaver", "finished", ""),
    ]
    let rows = notes.map { note in
      #"{"time":"\#(day(note.day))T\#(note.time)Z","asset":"\#(note.vehicle)","job":"\#(note.job)","#
        + #""event":"\#(note.event)","content":"\#(note.content)"}"#
    }
    return SampleFile(name: "job-events.json", drives: [], text: lines(rows))
  }

  fileprivate static func day(_ day: Int) -> String { "2026-05-" + (day < 10 ? "0\(day)" : "\(day)") }
}

/// A job at a node of the town.
private struct Order {
  let id: String
  let node: Int
  /// `nil` for nobody.
  let vehicle: String?
  /// In May 2026.
  let day: Int
  /// Times of the day, as in `07:30-07:40`.
  let window: String?
  let planned: String?
  /// In seconds.
  let service: Int

  init(_ id: String, at node: Int, of vehicle: String?, on day: Int, window: String?, planned: String?, service: Int) {
    (self.id, self.node, self.vehicle, self.day) = (id, node, vehicle, day)
    (self.window, self.planned, self.service) = (window, planned, service)
  }

  /// - Parameter sequence: among the jobs of its vehicle and day.
  func line(_ sequence: Int?, in town: Town) -> String {
    let place = town.ruler.place(town.node(node).point)
    let day = SampleFile.day(day)
    let hours = window?.split(separator: "-") ?? []
    let fields = [
      #""job":"\#(id)""#, vehicle.map { #""asset":"\#($0)""# }, #""date":"\#(day)""#, sequence.map { #""seq":\#($0)"# },
      #""lat":\#(place.latitudeText),"lon":\#(place.longitudeText)"#, #""name":"\#(id.capitalised)""#,
      hours.first.map { #""earliest":"\#(day)T\#($0):00Z""# }, hours.last.map { #""latest":"\#(day)T\#($0):00Z""# },
      planned.map { #""planned":"\#(day)T\#($0):00Z""# }, #""service_s":\#(service)"#,
    ]
    return "{" + fields.compactMap(\.self).joined(separator: ",") + "}"
  }
}

extension String {
  /// With a great first letter.
  fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
