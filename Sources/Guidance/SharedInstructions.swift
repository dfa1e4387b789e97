internal import Synchronization

/// The words of maneuvers that were made in a run, for all workers: the same few sentences come again and again.
///
/// The words depend on the phrase, its values and the language alone. When there are too many, all are dropped.
final class SharedInstructions: Sendable {
  private let most: Int
  private let known = Mutex<Set<Instruction>>([])

  init(most: Int) { self.most = most }

  /// - Parameter language: the same in all calls.
  func instruction(_ phrase: PhraseKey, _ values: PhraseValues, in language: Language) -> Instruction {
    let made = language.instruction(phrase, values)
    return known.withLock { known in
      if known.count >= most { known.removeAll(keepingCapacity: true) }
      return known.insert(made).memberAfterInsert
    }
  }
}
