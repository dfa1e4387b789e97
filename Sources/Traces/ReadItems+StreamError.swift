internal import Storage

extension ReadItems {
  /// Notes that a file broke off while it was read.
  mutating func note(streamError error: StorageError) {
    switch error {
    case .damagedCompression:
      note(.damagedCompression, "the compressed data is damaged or cut short. What came before was kept.")
    case .system(_, let call, let code):
      note(.unreadable, "cannot \(call): \(errorText(code)). What came before was kept.")
    case .tooLarge(_, let bound):
      note(.unreadable, "larger than \(bound.byteCount) bytes. What came before was kept.")
    case .endlessLine(_, let bound):
      note(.unreadable, "no line ends within \(bound.byteCount) bytes. What came before was kept.")
    }
  }
}
