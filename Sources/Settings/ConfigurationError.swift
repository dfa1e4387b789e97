/// What is wrong with a configuration, with file and line.
package struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  package let description: String
}
