internal import Synchronization

/// The words of maneuvers that were made in a run, for all workers: the same few sentences come again and again.
///
/// The words depend on the phrase, its values and the language alone. When there are too many, all are dropped.
final class SharedInstructions: Sendable {
  private struct Key: Hashable, Sendable {
    let phrase: PhraseKey
    let values: PhraseValues
  }

  private let most: Int
  private let known = Mutex<[Key: Instruction]>([:])

  init(most: Int) { self.most = most }

  /// - Parameter language: the same in all calls.
  func instruction(_ phrase: PhraseKey, _ values: PhraseValues, in language: Language) -> Instruction {
    let key = Key(phrase: phrase, values: values)
    if let instruction = known.withLock({ $0[key] }) { return instruction }
    let made = language.instruction(phrase, values)
    known.withLock { known in
      if known.count >= most { known.removeAll(keepingCapacity: true) }
      known[key] = made
    }
    return made
  }
}
