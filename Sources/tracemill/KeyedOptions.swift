internal import ArgumentParser
internal import Settings

extension KeyedOption {
  var argumentHelp: ArgumentHelp { ArgumentHelp(stringLiteral: help).withKeys }

  var completion: CompletionKind { .list(words) }

  /// The keys that were given.
  ///
  /// - Throws: `ValidationError` for what is no key, and for values that a key cannot have.
  func values(_ texts: [String]) throws -> KeyValues {
    do throws(KeyError) {
      return try KeyValues(texts, of: self)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// The keys in texts that `values(_:)` accepted when the command line was read.
  func checked(_ texts: [String]) -> KeyValues {
    do { return try values(texts) } catch { preconditionFailure("not checked: \(error)") }
  }
}

extension ArgumentHelp {
  fileprivate var withKeys: ArgumentHelp {
    var help = self
    help.valueName = "key=value,…"
    return help
  }
}
