package import Records
internal import Storage

/// What one report, or some refusals, contribute to one file, or the first part of it.
package struct RenderedChunk: Sendable {
  let content: RenderedBytes
  /// Rows, documents, features or tracks.
  package let rowCount: Int
  /// Renders the rows that follow, which are too many to be in memory together; `nil` after the last.
  let rest: (@Sendable () -> RenderedChunk)?

  package static let empty = RenderedChunk(ByteWriter(capacity: 0), rowCount: 0)

  package init(_ bytes: consuming ByteWriter, rowCount: Int, rest: (@Sendable () -> RenderedChunk)? = nil) {
    content = RenderedBytes(bytes.finished())
    self.rowCount = rowCount
    self.rest = rest
  }

  package var isEmpty: Bool { content.buffer.isEmpty && rest == nil }

  /// A copy of the bytes.
  package var bytes: [UInt8] { content.buffer.array }
}

/// Bytes passed from one thread to another, in the memory in which they were written.
final class RenderedBytes: Sendable {
  let buffer: ByteBuffer

  init(_ buffer: consuming ByteBuffer) { self.buffer = buffer }
}
