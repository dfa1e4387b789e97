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

/// A walk over the map at 5 to 12 m/s, slower at eight in the morning, with a fix every 15 s, and a stand at its end.
func drive(_ vehicle: Int, _ trip: Int, night: Int, steps count: Int, _ random: inout SplitMix64) -> DriveRecord {
  let begin = 1_767_225_600_000 + Int64(night) * 86_400_000 + Int64(trip) * 5_400_000 + Int64(vehicle % 600) * 1_000
  var edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))
  var path = DrivenPath(steps: [], fixes: [])
  path.steps.reserveCapacity(count)
  var (time, due) = (Double(begin), Double(begin))
  for number in 0..<count {
    let length = graph.length(of: edge)
    let speed = Double.random(in: 5...12, using: &random) * (trip == 5 ? 0.6 : 1)
    let end = time + length / speed * 1000
    let isFirst = path.fixes.count
    while due <= end {
      let offset = Int32((length * (due - time) / max(end - time, 1) * 100).rounded())
      path.fixes.append(PathFix(step: Int32(number), offset: offset, time: Int64(due)))
      due += 15_000
    }
    path.steps.append(
      DrivenStep(
        edge: edge, begin: 0, end: Int32((length * 100).rounded()),
        doubts: path.fixes.count > isFirst ? [] : .inferred))
    time = end
    let next = graph.edges(leaving: graph.head(of: edge)).filter { $0 != edge.reversed }
    edge = next.isEmpty ? edge.reversed : next[Int.random(in: 0..<next.count, using: &random)]
  }
  return DriveRecord(
    vehicle: "vehicle-\(vehicle)", tripID: "vehicle-\(vehicle)/\(night)/\(trip)", source: "night-\(night).csv",
    begin: begin, end: Int64(time), paths: [path],
    stands: [Stand(begin: Int64(time) - 200_000, end: Int64(time), place: graph.place(of: graph.head(of: edge)))])
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
