/// An option that has another name now, so that each name means the same in every command.
package struct RenamedOption: Sendable {
  package let command: String
  package let old: String
  package let new: String

  package static let all = [
    RenamedOption(command: "route", old: "from", new: "position"),
    RenamedOption(command: "route", old: "strict", new: "no-violations"),
    RenamedOption(command: "simulate", old: "with", new: "record"),
    RenamedOption(command: "simulate", old: "plans", new: "make-plans"),
  ]

  package var sentence: String { "The option --\(old) of \(command) is called --\(new) now." }
}
