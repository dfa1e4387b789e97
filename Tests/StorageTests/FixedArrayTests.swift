import Storage
import Testing

@Suite struct `An array of fixed count` {
  @Test func `holds what was written last`() {
    var numbers = FixedArray<UInt32>(repeating: 7, count: 5)
    numbers[2] = 1
    numbers[UInt32(4)] += 2
    #expect(numbers.array == [7, 7, 1, 7, 9])
    #expect(numbers[UInt32(2)] == 1 && numbers.count == 5)
    numbers.setAll(to: 3)
    #expect(numbers.array == [3, 3, 3, 3, 3])
  }

  @Test func `has the elements of an array`() {
    #expect(FixedArray<UInt16>([3, 1, 4]).array == [3, 1, 4])
  }

  @Test func `may be empty`() {
    #expect(FixedArray<UInt8>(repeating: 1, count: 0).array.isEmpty)
    #expect(FixedArray<UInt8>([]).array.isEmpty)
  }
}

@Suite struct `A column in memory` {
  @Test func `has the elements of the array, as long as its memory`() {
    let memory = ColumnMemory<UInt32>([3, 1, 4])
    let column = memory.column
    #expect((0..<column.count).map { column[$0] } == [3, 1, 4])
    #expect(ColumnMemory<UInt32>([]).column.isEmpty)
  }

  @Test func `takes over that of an array`() {
    var numbers = FixedArray<UInt32>(repeating: 7, count: 3)
    numbers[1] = 2
    let memory = ColumnMemory(numbers)
    #expect((0..<memory.column.count).map { memory.column[$0] } == [7, 2, 7])
  }
}

@Suite struct `Shared words` {
  @Test func `are 0 until many threads fill them in`() async {
    let words = SharedWords(count: 1000)
    #expect((0..<1000).allSatisfy { words[$0] == 0 })
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for index in 0..<1000 { words[index] = UInt64(index) << 40 | 5 } } }
    }
    #expect((0..<1000).allSatisfy { words[$0] == UInt64($0) << 40 | 5 })
  }
}
