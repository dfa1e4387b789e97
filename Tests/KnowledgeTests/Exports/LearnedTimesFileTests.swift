import Knowledge
import RandomNumbers
import RoadGraph
import RoadRules
import Storage
import TestSupport
import Testing

@Suite struct `Files of learned times` {
  private let edgeCount = 5

  private func times() throws -> LearnedTimes {
    let classes = try #require(WeekClasses(days: [0x1F, 0x60], hours: [0, 12]))
    return LearnedTimes(
      classes: classes, speeds: (0..<edgeCount * 4).map { UInt16(1000 + $0) },
      turns: [(from: EdgeID(0), onto: EdgeID(2)), (from: EdgeID(0), onto: EdgeID(4))], delays: [1, 2, 3, 4, 5, 6, 7, 8])
  }

  private func written(in folder: TemporaryFolder) throws -> (path: String, bytes: [UInt8]) {
    let path = folder.path + "/learned.times"
    try times().write(to: path, key: 7)
    return (path, try wholeFile(path, atMost: .document))
  }

  @Test func `say what was written`() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try written(in: folder)
    let read = try #require(try LearnedTimes(path: path, key: 7, edgeCount: edgeCount))
    let original = try times()
    #expect(read.classes == original.classes)
    for edge in 0..<edgeCount {
      for number in 0..<4 {
        #expect(read.speed(on: EdgeID(edge), in: number) == original.speed(on: EdgeID(edge), in: number))
      }
    }
    #expect(read.delay(from: EdgeID(0), onto: EdgeID(4), in: 1) == 0.6)
    #expect(read.delay(from: EdgeID(0), onto: EdgeID(3), in: 1) == 0)
  }

  @Test func `of other drives or another map are not used`() throws {
    let folder = try TemporaryFolder()
    let (path, _) = try written(in: folder)
    #expect(try LearnedTimes(path: path, key: 8, edgeCount: edgeCount) == nil)
    #expect(try LearnedTimes(path: path, key: 7, edgeCount: edgeCount + 2) == nil)
    #expect(try LearnedTimes(path: folder.path + "/none", key: 7, edgeCount: edgeCount) == nil)
  }

  @Test func `that are cut short or damaged anywhere are not used`() throws {
    let folder = try TemporaryFolder()
    let (_, bytes) = try written(in: folder)
    let path = folder.path + "/damaged"
    for length in 0..<bytes.count {
      try folder.write("damaged", Array(bytes[..<length]))
      #expect(try LearnedTimes(path: path, key: 7, edgeCount: edgeCount) == nil)
    }
    for place in bytes.indices where !isPadding(place, bytes) {
      var damaged = bytes
      damaged[place] ^= 0x40
      try folder.write("damaged", damaged)
      #expect(try LearnedTimes(path: path, key: 7, edgeCount: edgeCount) == nil, "byte \(place)")
    }
  }

  /// The bytes between two columns mean nothing.
  private func isPadding(_ place: Int, _ bytes: [UInt8]) -> Bool {
    let columns = [2, 2, 40, 8, 8, 16]
    var begin = 32 + columns.count * 24
    for size in columns {
      if place >= begin + size && place < begin + (size + 7) / 8 * 8 { return true }
      begin += (size + 7) / 8 * 8
    }
    return false
  }
}
