internal import Records

extension Language {
  /// The files of the languages that come with the program, by their names in options.
  package static let builtIn: [(code: String, text: [UInt8])] = [
    ("en", PackageResources.en_json), ("de", PackageResources.de_json), ("fr", PackageResources.fr_json),
  ]

  /// What most runs speak, read once.
  package static let english: Language = {
    guard let english = builtIn(named: "en") else { preconditionFailure("there is no en.json") }
    return english
  }()

  /// Reads the language that comes with the program under a name; `nil` if there is none.
  package static func builtIn(named code: String) -> Language? {
    guard let (code, text) = builtIn.first(where: { $0.code == code }) else { return nil }
    do throws(LanguageError) {
      return try Language(parsing: text, file: code + ".json")
    } catch {
      preconditionFailure(error.description)
    }
  }

  /// - Parameter file: named in messages.
  /// - Throws: ``LanguageError`` for a text that is not JSON, lacks a key, or has a placeholder that has no value.
  package convenience init(parsing text: [UInt8], file: String) throws(LanguageError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: text)
    } catch {
      throw LanguageError(description: "\(file): it is no JSON: \(error)")
    }
    do throws(LanguageFault) {
      try self.init(value)
    } catch {
      throw LanguageError(
        description: "\(file): \(error.clause). A language has all keys of en.json; see Documentation/Guidance.md.")
    }
  }
}

/// Why a file of a language cannot be used.
package struct LanguageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A sentence.
  package let description: String
}
