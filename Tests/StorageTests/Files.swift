import Foundation

@testable import Storage

extension ByteStream {
  /// Everything that can be read, and the error that ended it.
  func readAll(pieces: Int = 1000) -> (bytes: [UInt8], error: StorageError?) {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieces)
    while true {
      do throws(StorageError) {
        let count = try read(into: &piece, from: 0)
        if count == 0 { return (bytes, nil) }
        bytes += piece[..<count]
      } catch {
        return (bytes, error)
      }
    }
  }
}
