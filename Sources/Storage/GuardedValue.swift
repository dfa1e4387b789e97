/// A value in memory of its own that a class changes in place, many times a record.
///
/// The runtime guards each change of a class's property, at some 90 instructions, because the property could be changed
/// from within the change. This value notes whether it is being changed: a few instructions for the same promise. It
/// belongs to one thread, as its class does.
@safe
@usableFromInline package struct GuardedValue<Value: ~Copyable>: ~Copyable {
  @usableFromInline struct Memory: ~Copyable {
    @usableFromInline var value: Value
    @usableFromInline var isChanging = false

    @usableFromInline init(_ value: consuming Value) { self.value = value }
  }

  @usableFromInline let memory: UnsafeMutablePointer<Memory>

  package init(_ value: consuming Value) {
    unsafe memory = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe memory.initialize(to: Memory(value))
  }

  deinit {
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  /// - Precondition: no change is under way.
  @inlinable package var value: Value {
    @inline(__always) _read {
      precondition(unsafe !memory.pointee.isChanging, "read while it is being changed")
      yield unsafe memory.pointee.value
    }
    @inline(__always) nonmutating _modify {
      precondition(unsafe !memory.pointee.isChanging, "changed while it is being changed")
      unsafe memory.pointee.isChanging = true
      defer { unsafe memory.pointee.isChanging = false }
      yield unsafe &memory.pointee.value
    }
  }
}
