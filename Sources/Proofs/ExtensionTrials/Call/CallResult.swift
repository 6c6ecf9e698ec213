// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import TextEscaping

/// What was seen of one callback.
package struct CallResult: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// It never got to its callback.
    case noHello(String)
    case answered
    /// An error of the extension's own.
    case refused(String)
    case silent(String)
  }

  package let subject: TrialSubject
  package let callback: String
  package var outcome: Outcome = .silent("nothing was asked")
  package var request: WireValue?
  /// `{"result": …}` or `{"error": …}`.
  package var reply: WireValue?
  package var reading: ReplyReading?
  /// Effects of `commit`, before the answer's own.
  package var committed: [Effect] = []
  package var window: WireValue?
  package var log: [TerminalText] = []
  package var droppedLogBytes = 0
  /// How it left, unless it was killed at the end as planned.
  package var exit: String?
  package var infractions: [String] = []
  package var launchMs: Double?
  package var helloMs: Double?
  package var callbackMs: Double?

  init(subject: TrialSubject, callback: String) {
    self.subject = subject
    self.callback = callback
  }

  package var effects: [Effect] { committed + (reading?.effects ?? []) }

  /// Whether a host would have applied the answer; why not, in a sentence.
  package var problem: String? {
    switch outcome {
    case .noHello(let reason): return "It did not get through hello: \(reason)."
    case .refused(let error): return "It answered with an error: \(error)"
    case .silent(let reason): return "It did not answer: \(reason)\(exit.map { " (\($0))" } ?? "")."
    case .answered: break
    }
    if let fault = reading?.fault { return "A host would refuse the answer: \(fault)." }
    if let refusal = reading?.refusals.first { return "A host would refuse the answer: \(refusal)." }
    return infractions.first.map { "It broke a rule of the wire: \($0)." }
  }
}
