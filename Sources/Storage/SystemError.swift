internal import Glibc

/// The system's text for an errno: `No such file or directory`.
package func errorText(_ code: Int32) -> String {
  unsafe String(cString: strerror(code))
}
