internal import Storage
private import Synchronization

/// The cells of all buckets in a scratch file.
final class CellFile: Sendable {
  private struct State {
    var file: ScratchFile
    var places: [(offset: Int, count: Int)]
  }

  private let state: Mutex<State>

  init(bucketCount: Int, in folder: String?) throws {
    let file = try ScratchFile(in: folder)
    state = Mutex(State(file: file, places: [(offset: Int, count: Int)](repeating: (0, 0), count: bucketCount)))
  }

  func write(_ cells: [SpeedCell], of bucket: Int) throws {
    try state.withLock { state in
      state.places[bucket] = (try state.file.append(cells), cells.count)
    }
  }

  func cells(of bucket: Int) throws -> [SpeedCell] {
    try state.withLock { state in
      var cells: [SpeedCell] = []
      try state.file.read(state.places[bucket].count, from: state.places[bucket].offset, appendingTo: &cells)
      return cells
    }
  }
}
