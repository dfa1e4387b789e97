import Foundation
import Geodesy
import Knowledge
import RandomNumbers
import RoadGraph
import Storage

// store-times MAP FOLDER NIGHTS STEPS-PER-NIGHT [ONE-RUN-STEPS]
//
// Fills a store with nights of random drives, adds one more, adds it again, reads all, and forgets a vehicle; then adds
// many drives in one run into a second store. Prints seconds and the highest memory so far.

let arguments = CommandLine.arguments
guard arguments.count >= 5, let nights = Int(arguments[3]), let steps = Int(arguments[4]) else {
  fatalError("store-times MAP FOLDER NIGHTS STEPS-PER-NIGHT [STEPS-OF-ONE-RUN]")
}
let graph = try RoadGraph(path: arguments[1])
let folder = arguments[2]

/// The highest resident memory so far, in megabytes.
func peak() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
  return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
}

func timed<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
  let start = ContinuousClock.now
  let result = try body()
  let seconds =
    Double((ContinuousClock.now - start).components.attoseconds) / 1e18
    + Double((ContinuousClock.now - start).components.seconds)
  print("\(what): \(String(format: "%.2f", seconds)) s, peak \(peak()) MB")
  return result
}

/// A walk over the map with a fix on every second edge, as at 10 to 15 s in a town.
func drive(_ vehicle: Int, _ trip: Int, night: Int, steps count: Int, _ random: inout SplitMix64) -> DriveRecord {
  let begin = 1_767_225_600_000 + Int64(night) * 86_400_000 + Int64(trip) * 5_400_000 + Int64(vehicle % 600) * 1_000
  var edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
  var path = DrivenPath(steps: [], fixes: [])
  var time = begin
  for number in 0..<count {
    let length = Int32((graph.length(of: edge) * 100).rounded())
    path.steps.append(DrivenStep(edge: edge, begin: 0, end: length, doubts: number % 2 == 0 ? [] : .inferred))
    if number % 2 == 0 {
      let offset = Int32.random(in: 0...length, using: &random)
      path.fixes.append(PathFix(step: Int32(number), offset: offset, time: time))
      time += 15_000
    }
    let next = graph.edges(leaving: graph.head(of: edge)).filter { $0 != edge.reversed }
    edge = next.isEmpty ? edge.reversed : next[Int.random(in: 0..<next.count, using: &random)]
  }
  return DriveRecord(
    vehicle: "vehicle-\(vehicle)", tripID: "vehicle-\(vehicle)/\(night)/\(trip)", source: "night-\(night).csv",
    begin: begin, end: time, paths: [path])
}

func spool(_ folder: String, nights: Range<Int>, steps: Int) throws -> DriveSpool {
  let spool = try DriveSpool(for: folder, mode: .car)
  let perDrive = 100
  for night in nights {
    var random = SplitMix64(seed: UInt64(night))
    for number in 0..<steps / perDrive {
      let record = drive(number / 10, number % 10, night: night, steps: perDrive, &random)
      try spool.append(EncodedDrive(record), on: graph)
    }
  }
  return spool
}

try timed("\(nights) nights of \(steps) steps") {
  for night in 0..<nights {
    _ = try KnowledgeStore.add(spool(folder, nights: night..<night + 1, steps: steps), to: folder)
  }
}
let night = try timed("drives of one more night made and spooled") {
  try spool(folder, nights: nights..<nights + 1, steps: steps)
}
print(try timed("one more night added") { try KnowledgeStore.add(night, to: folder) })
let again = try spool(folder, nights: nights..<nights + 1, steps: steps)
print(try timed("the same night again") { try KnowledgeStore.add(again, to: folder) })
try timed("everything read") {
  let source = try StoredDrives(KnowledgeStore(at: folder), on: graph)
  var read = 0
  for chunk in 0..<source.chunkCount { try source.forEachDrive(in: chunk) { read += $0.paths[0].steps.count } }
  print("\(read) steps")
}
var store = try KnowledgeStore(at: folder)
print(try timed("a vehicle forgotten") { try store.forget(.vehicle("vehicle-7")) })

if arguments.count > 5, let many = Int(arguments[5]) {
  let second = folder + "-one-run"
  let drives = try timed("\(many) steps made and spooled") { try spool(second, nights: 0..<30, steps: many / 30) }
  print(try timed("\(many) steps added in one run") { try KnowledgeStore.add(drives, to: second) })
}
