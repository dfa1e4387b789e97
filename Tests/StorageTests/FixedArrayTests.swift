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

  @Test func `may be empty`() {
    #expect(FixedArray<UInt8>(repeating: 1, count: 0).array.isEmpty)
  }
}

@Suite struct `A column in memory` {
  @Test func `has the elements of the array, as long as its memory`() {
    let memory = ColumnMemory<UInt32>([3, 1, 4])
    let column = memory.column
    #expect((0..<column.count).map { column[$0] } == [3, 1, 4])
    #expect(ColumnMemory<UInt32>([]).column.isEmpty)
  }
}
