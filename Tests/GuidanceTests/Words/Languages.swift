import Guidance

extension Language {
  static let german = builtIn(named: "de") ?? .english
  static let french = builtIn(named: "fr") ?? .english
}
