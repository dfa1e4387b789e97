/// The location of the texts of a key.
struct RecurringText: BitwiseCopyable {
  let key: RecurringKey?
  var begin: UInt32 = 0
  var firstLength: UInt32 = 0
  var secondLength: UInt32 = 0
  var lineBegin: UInt32 = 0
  var lineLength: UInt32 = 0

  static let none = RecurringText(key: nil)

  var first: Range<Int> { Int(begin)..<Int(begin + firstLength) }
  var second: Range<Int> { Int(begin + firstLength)..<Int(begin + firstLength + secondLength) }
  /// Empty if it is not known.
  var line: Range<Int> { Int(lineBegin)..<Int(lineBegin + lineLength) }
}
