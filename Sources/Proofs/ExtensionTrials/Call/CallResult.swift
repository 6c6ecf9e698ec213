// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import TextEscaping

/// The observed result of one callback.
package struct CallResult: Sendable {
  package enum Outcome: Hashable, Sendable {
    /// It did not get through hello, so the callback was not sent.
    case noHello(String)
    case answered
    /// An error that the extension itself sent.
    case refused(String)
    case silent(String)
  }

  package let subject: TrialSubject
  package let callback: String
  package var outcome: Outcome = .silent("no request was sent")
  package var request: WireValue?
  /// `{"result": …}` or `{"error": …}`.
  package var reply: WireValue?
  package var reading: ReplyReading?
  /// Effects of `commit` requests, which come before those of the answer.
  package var committed: [Effect] = []
  package var window: WireValue?
  package var log: [TerminalText] = []
  package var droppedLogBytes = 0
  /// The exit of the process, or `nil` if it was killed at the end as planned.
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

  /// The reason why a host would not have applied the answer, as a sentence; `nil` if it would.
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
