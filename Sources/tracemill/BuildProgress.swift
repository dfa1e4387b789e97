internal import Foundation
internal import Records

/// Shows how far the import of a map has come: the place in the file that is being read. The file is read two or three
/// times, and nothing is known of what follows, so there is no guess of the time left.
final class BuildProgress {
  private let timer: (any DispatchSourceTimer)?

  /// Begins to look at the file, now and then, until ``end()``.
  init(_ console: Console, file: String?) {
    let style = console.progress
    guard style != ProgressStyle.none, let file, let total = byteCount(ofFile: file), total > 0 else {
      timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    let pause: DispatchTimeInterval = style == nil ? .milliseconds(500) : .seconds(10)
    timer.schedule(deadline: .now() + pause, repeating: pause)
    timer.setEventHandler {
      let place = Self.position(in: file).map { min(1, Double($0) / Double(total)) }
      Self.tell(place, of: file, as: style, console)
    }
    timer.activate()
    self.timer = timer
  }

  func end(_ console: Console) {
    timer?.cancel()
    console.progress("")
  }

  private static func tell(_ place: Double?, of file: String, as style: ProgressStyle?, _ console: Console) {
    let sentence = place.map { "reading \(file): \(Int($0 * 100)) %" } ?? "building the map"
    switch style {
    case nil: console.progress(sentence)
    case .plain?: Console.tell("tracemill: \(sentence)\n")
    case .json?:
      Console.tell([
        .init(name: "progress", value: .text(place == nil ? "building" : "reading")),
        .init(name: "run_id", value: .text(Console.runID)),
        .init(name: "share", value: place.map { .number(($0 * 1000).rounded() / 1000) } ?? .null),
      ])
    case ProgressStyle.none?: break
    }
  }

  /// How far this process has read a file, as the system says of its open files; `nil` if it is not open.
  private static func position(in file: String) -> Int? {
    let real = URL(filePath: file).resolvingSymlinksInPath().path(percentEncoded: false)
    let manager = FileManager.default
    for number in (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      guard (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == real else { continue }
      let facts = try? String(contentsOfFile: "/proc/self/fdinfo/\(number)", encoding: .utf8)
      return facts?.split(separator: "\n").first?.split(separator: "\t").last.flatMap { Int($0) }
    }
    return nil
  }
}

private func byteCount(ofFile path: String) -> Int? {
  try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
}
