import Storage
import Testing

@Suite("A value that a class changes in place")
struct GuardedValueTests {
  @Test("Changes stay, though the holder is constant")
  func change() {
    let list = GuardedValue<[Int]>([1])
    list.value.append(2)
    list.value[0] = 3
    #expect(list.value == [3, 2])
  }
}
