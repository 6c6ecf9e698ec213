// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import WrittenCodes

extension Scene {
  /// The verdicts at each deadline.
  static let deadlines: [Scene] = [
    performing(
      "sends an error after cancel", features: ["cancel"],
      [.read, .read, .error(1101, to: "h2"), .read, .reply()], .fallback(reason: "late"), ["reply.late"],
      deadline: .milliseconds(200)),
    performing(
      "sends its result late", features: ["cancel"], [.read, .read, .reply(to: "h2")], .fallback(reason: "late"),
      ["reply.late"], deadline: .milliseconds(200)),
    performing(
      "sends a request after the deadline", features: ["cancel", "commit"],
      [.read, .read, .commit("e1", within: "h2"), .read, .error(1101, to: "h2")], .fallback(reason: "late"),
      ["reply.late"], answers: ["1101"], deadline: .milliseconds(200)),
    performing(
      "hangs", [.read, .hang], .fallback(reason: "deadline"), ["deadline", "strike"], deadline: .milliseconds(200)),
    performing(
      "hangs despite cancel", features: ["cancel"], [.read, .read, .hang], .fallback(reason: "deadline"),
      ["deadline", "strike"], deadline: .milliseconds(200)),
    performing(
      "prints after cancel", features: ["cancel"], [.read, .read, .line("oh")], .fallback(reason: "deadline"),
      ["deadline", "strike"], deadline: .milliseconds(200)),
    performing(
      "does not read", [.hang], .fallback(reason: "unresponsive.notReading"), ["unresponsive.notReading", "strike"]),
    performing(
      "does not read, but has more time for it", [.hang], .fallback(reason: "deadline"), ["deadline", "strike"],
      deadline: .milliseconds(700), liveness: .seconds(2)),
    performing(
      "does not acknowledge", features: ["ack"], [.read, .hang], .fallback(reason: "unresponsive.readerStuck"),
      ["unresponsive.readerStuck", "strike"]),
    performing(
      "acknowledges but is slow", features: ["ack"], [.read, .ack, .hang], .fallback(reason: "deadline"),
      ["deadline", "strike"], deadline: .milliseconds(700)),
    performing(
      "is slow and can't acknowledge", [.read, .hang], .fallback(reason: "deadline"), ["deadline", "strike"],
      deadline: .milliseconds(700)),
    performing(
      "is stopped by SIGSTOP", [.raise(19)], .fallback(reason: "deadline"), ["deadline", "strike"],
      deadline: .milliseconds(700), depths: [.process]),
  ]

  private static func sealed(
    _ title: String, _ program: [Step], _ outcome: PerformOutcome, _ reasons: [String],
    deadline: Duration = .seconds(1), depths: [Depth] = Depth.allCases
  ) -> Scene {
    performing(
      title, program, outcome, reasons, point: .shieldConfiguration, deadline: deadline, depths: depths)
  }

  private static func voided(_ title: String, _ program: [Step]) -> Scene {
    sealed(
      title, [.read] + program, .fallback(reason: "violation.reply.duplicate"), ["violation.reply.duplicate", "strike"])
  }

  /// Sealed points: one line; every other outcome looks the same from outside.
  static let seals: [Scene] = [
    sealed("answers and waits", [.read, .reply()], .accepted, ["sealed.done", "exited"]),
    sealed("answers and hangs", [.read, .reply(), .hang], .accepted, ["sealed.done", "exited"]),
    sealed("answers and exits", [.read, .reply(), .exit(0)], .accepted, ["sealed.done", "exited"]),
    sealed("answers and fails", [.read, .reply(), .exit(9)], .accepted, ["sealed.done", "exited"]),
    voided("answers twice", [.together(.reply(), .reply())]),
    voided("answers and sends one more byte", [.reply(), .write("x"), .hang]),
    voided("answers and sends an empty line", [.reply(), .write("\n")]),
    voided("answers, sends one more byte and exits", [.reply(), .write(" "), .exit(0)]),
    voided("answers and floods", [.reply(), .flood(1 << 30)]),
    voided("fails and then answers", [.together(.error(1200), .reply())]),
    sealed("fails", [.read, .error(1200)], .fallback(reason: "deadline"), ["deadline", "strike"]),
    sealed("sends nothing", [.read, .hang], .fallback(reason: "deadline"), ["deadline", "strike"]),
    // With a longer deadline the host would detect that it doesn't read.
    sealed(
      "does not read", [.hang], .fallback(reason: "deadline"), ["deadline", "strike"], deadline: .milliseconds(200)),
    sealed("exits", [.read, .exit(0)], .fallback(reason: "exit.withoutReply"), ["exit.withoutReply", "strike"]),
    sealed(
      "crashes", [.read, .raise(11)], .fallback(reason: "crash.SIGSEGV"), ["crash.SIGSEGV", "strike"],
      depths: [.thread, .process]),
    sealed(
      "sends a reply that violates the schema", [.read, .reply(#"{"x":1}"#)],
      .malformed(ErrorObject(.schema, "what?", pointer: "/result")), ["violation.reply.schema", "strike"]),
    sealed(
      "sends a reply that is denied", [.read, .reply(#"{"deny":1}"#)], .denied(ErrorObject(.denied, "no")),
      ["violation.reply.denied", "strike"]),
    sealed(
      "sends a request", [.read, .commit("e1")], .fallback(reason: "violation.method"), ["violation.method", "strike"]),
    sealed(
      "acknowledges", [.read, .ack, .reply()], .fallback(reason: "violation.method"), ["violation.method", "strike"]),
    sealed(
      "prints", [.read, .line("secret")], .fallback(reason: "violation.line.syntax"),
      ["violation.line.syntax", "strike"]),
  ]
}
