/// Which part of its work a run has finished.
///
/// A file that mixes the rows of many traces is read to its end before the first trace is matched. So the share of the
/// bytes that was read is multiplied by the share of the fixes read that are finished.
package struct RunShare: Sendable {
  package let bytes: Int
  /// Of all inputs; `nil` if one of them has no size.
  package let totalBytes: Int?
  /// The fixes that were read so far, and how many of them are finished; both 0 if the inputs have none.
  package let fixesRead: Int
  package let fixesFinished: Int
  package let seconds: Double

  package init(bytes: Int, totalBytes: Int?, fixesRead: Int, fixesFinished: Int, seconds: Double) {
    self.bytes = bytes
    self.totalBytes = totalBytes
    self.fixesRead = fixesRead
    self.fixesFinished = fixesFinished
    self.seconds = seconds
  }

  /// From 0 to 1; `nil` if nobody knows.
  package var finished: Double? {
    guard let read else { return nil }
    guard fixesRead > 0 else { return read }
    return read * min(1, Double(fixesFinished) / Double(fixesRead))
  }

  /// The part of the bytes that was read, from 0 to 1.
  package var read: Double? {
    guard let totalBytes, totalBytes > 0 else { return nil }
    return min(1, Double(bytes) / Double(totalBytes))
  }

  /// In seconds; `nil` where a guess would be worth nothing.
  package var left: Double? {
    guard let finished, finished > 0.01, seconds > 1 else { return nil }
    return seconds * (1 - finished) / finished
  }

  /// Nothing is finished: the run gathers what it reads.
  package var isReading: Bool { fixesRead > 0 && fixesFinished == 0 }
}
