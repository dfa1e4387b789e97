import Foundation
import Storage

/// Feeds inputs to a reader of tracemill; no input may crash it, hang it, or take more memory than its bound.
///
/// `fuzz READER FILE…` reads each file once. Built with `-sanitize=fuzzer -D FUZZING`, libFuzzer makes the inputs, and
/// the variable `READER` names the reader; `MAP` names a file for a small map to begin with. `fuzz.py` does all of it.
@main struct Fuzz {
  #if FUZZING
    fileprivate static let chosen = ProcessInfo.processInfo.environment["READER"].flatMap(FuzzedReader.init)

    static func main() throws {
      if let path = ProcessInfo.processInfo.environment["MAP"] {
        return try Data(SampleMap.smallFile).write(to: URL(fileURLWithPath: path))
      }
      keepFreedMemory()
      guard chosen != nil else { fatalError("READER is one of \(FuzzedReader.names)") }
      var count = CommandLine.argc
      var arguments = unsafe CommandLine.unsafeArgv
      exit(unsafe runDriver(&count, &arguments, take))
    }
  #else
    static func main() throws {
      let arguments = CommandLine.arguments
      guard arguments.count > 2, let reader = FuzzedReader(rawValue: arguments[1]) else {
        return print("fuzz READER FILE…\n\nreaders: \(FuzzedReader.names)")
      }
      for path in arguments.dropFirst(2) {
        reader.read(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
      }
      print("read \(arguments.count - 2) inputs")
    }
  #endif
}

#if FUZZING
  /// Reads one input.
  ///
  /// SwiftPM renames `main` in debug builds. The linker then takes the `main` of libFuzzer, which calls a function of this
  /// name.
  @_cdecl("LLVMFuzzerTestOneInput")
  func take(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    Fuzz.chosen?.read(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
  }

  /// libFuzzer's own main, with the function that takes each input.
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt
#endif
