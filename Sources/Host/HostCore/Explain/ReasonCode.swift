// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Every reason code that the journal, an attempt or a settlement can carry, with one sentence.
///
/// The one place where they are explained: `docs/reason-codes.md` is made from it, and a code that isn't here is a bug
/// that a test finds. A code may end in a variable part, written `<…>`.
package struct ReasonCode: Hashable, Sendable {
  /// Where a code is seen.
  package enum Use: String, Sendable, CaseIterable {
    case settlement = "how a delivery ended"
    case attempt = "how an attempt ended"
    case process = "what happened to a process"
    case device = "what happened on the device"
  }

  package var use: Use
  package var code: String
  package var sentence: String

  /// The part that doesn't vary.
  private var stem: Substring { code.prefix { $0 != "<" } }

  private func matches(_ reason: String) -> Bool {
    code.contains("<") ? reason.hasPrefix(stem) && reason.count > stem.count : reason == code
  }

  /// What a code means; nil for one that nobody documented.
  package static func sentence(for reason: String) -> String? {
    // The journal says which attempt it was about; the reason is the attempt's.
    if reason.hasPrefix("attempt.") { return sentence(for: String(reason.dropFirst("attempt.".count))) }
    let exact = all.first { $0.code == reason }
    return (exact ?? all.filter { $0.matches(reason) }.max { $0.stem.count < $1.stem.count })?.sentence
  }

  package static let all: [ReasonCode] = settlements + refusals + attempts + processes + device

  private static let settlements = of(
    .settlement,
    [
      ("reply.ok", "The reply was accepted; its effects were applied with it."),
      ("delivery.applied", "The delivery was carried out."),
      ("delivery.refused", "The reply broke a rule: nothing was applied, and nothing is repeated (C4)."),
      ("delivery.failed", "The attempts were used up (C5)."),
      ("poison", "The same request felled two processes, so a third was not tried (C5)."),
      ("delivery.expired", "It was owed for seven days."),
      (
        "delivery.dropped",
        "A rule took it back: monitoring stopped, counts restarted, or approval ended (D12, E6, A9)."
      ),
      ("extension.none", "The family has no extension for this callback."),
      ("point.none", "No callback is delivered to this extension point this way."),
      ("callback.unknown", "This build does not know the callback; a later one wrote it."),
      ("token.unknown", "The item's token does not resolve for the family any more (T5)."),
      ("tap.unknown", "The button to be pressed is not in the app's window."),
    ])

  /// Kinds of the wire's errors, as refusals carry them.
  private static let refusals = of(
    .attempt,
    [
      ("denied", "An effect is not open to this extension, or not granted to it."),
      ("schema", "An effect does not have the form that the wire prescribes."),
      ("tooLarge", "The reply exceeds a limit of the wire."),
      ("rateLimited", "Too many requests came in a short time."),
      ("conflict", "The state had changed since the revision that the reply was based on."),
      ("limit", "A limit of the specification's table was exceeded (§4)."),
      ("unknownToken", "A token is unknown, foreign, revoked or of another kind (T5)."),
      ("unauthorized", "The family is not approved (A11)."),
      ("authorization", "A request for authorization was refused."),
      ("monitoring", "A registration was refused (D7)."),
      ("effectViolation", "The extension reported that its own write broke a rule (C4)."),
      ("extensionError", "The extension reported an error of its own."),
      ("invalidRequest", "A message was no request."), ("methodNotFound", "A method is unknown."),
      ("invalidParams", "A method's parameters have the wrong form."), ("parse", "A line was no JSON."),
      ("versionUnsupported", "Host and extension share no version of the protocol."),
      ("shuttingDown", "The extension was about to stop."), ("deadlineExceeded", "The deadline had passed."),
      ("cancelled", "The callback was cancelled."), ("busy", "The other side was busy."),
      ("crashed", "The process crashed."), ("killed", "The process was killed."),
      ("quarantined", "The extension is held back after repeated failures; `sallyport reset` clears it."),
      ("integrity", "The program is not the one that was approved."),
      ("notApproved", "The program is not approved."), ("unresponsive", "The process did not react."),
      ("violation", "The process broke the wire's protocol."), ("launchFailed", "The process could not be started."),
      ("error.<n>", "The extension reported an error that this build has no name for."),
    ])

  private static let attempts = of(
    .attempt,
    [
      ("late", "The reply came after the deadline, within the grace that follows it."),
      ("backingOff", "The extension waits after a failure, before it is started again."),
      ("launch", "The process could not be started at once."),
      ("disabled", "The extension is off until its build or manifest changes."),
      ("refused", "The extension is not approved."),
    ])

  private static let processes = of(
    .process,
    [
      ("demand", "Work was owed."), ("prewarm", "A process was started ahead of need."),
      ("exec.ok", "The launcher became the extension."), ("launch.<stage>", "The launcher failed at this step."),
      ("confinement.<missing>", "This machine lacks a protection that the policy asks for."),
      ("hello.ok", "The extension introduced itself."),
      ("hello.timeout", "The extension did not introduce itself in time."),
      ("hello.mismatch", "The extension introduced itself as another than its manifest says."),
      ("hello.version", "Host and extension share no version of the protocol."),
      ("hello.twice", "The second introduction in a row failed."),
      ("noise", "The extension wrote before it was asked to."), ("perform.sent", "A request was sent."),
      ("reply.error", "The extension answered with an error."), ("reply.denied", "The reply was refused by a rule."),
      ("reply.late", "The reply came after the deadline."), ("reply.schema", "The reply does not have its form."),
      ("sealed.done", "A sealed process has done its one task."), ("deadline", "The deadline passed without a reply."),
      ("unresponsive.<verdict>", "The process did not read, or its reader did not answer."),
      ("violation.<row>", "The process broke this rule of the wire's protocol."),
      ("killed.<resource>", "The kernel ended the process at this limit."),
      (
        "killed.container",
        "The host ended the process: it filled its container beyond the budget (64 MiB, 4096 entries, depth 64)."
      ),
      ("crash.<signal>", "The process crashed with this signal."),
      ("exit.<status>", "The process left with this status."),
      ("exit.withoutReply", "The process left while a reply was owed."),
      ("exit.config", "The process left and asks not to be started again as it is."),
      ("revoked", "Approval ended."), ("idle.expired", "There was nothing to do for a while."),
      ("warm.expired", "A sealed process is never used twice."),
      ("recycled", "The process had done its share of callbacks."),
      ("stop.<reason>", "The host stopped the process."), ("shutdown.answered", "The process stopped when asked."),
      ("shutdown.timeout", "The process did not stop when asked, and was killed."),
      ("exited", "The process is gone."), ("backoff.over", "The wait after a failure is over."),
      ("probe", "One try after a quarantine."), ("backlog", "Too much is owed to the extension."),
      ("build.changed", "The program was rebuilt: a clean record."), ("manifest.changed", "The manifest changed."),
      ("reset", "The operator cleared the record."), ("operator", "The operator cleared the record."),
      ("approved", "The person approved the program."),
      ("hash.differs", "The program is not the one that was approved."),
      ("manifest.invalid", "The manifest is not valid."), ("strike", "A failure counts against this build."),
      ("strikes", "Three failures in five minutes, or one after a quarantine."),
    ])

  private static let device = of(
    .device, [(ShieldPeriods.up, "A shield went up."), (ShieldPeriods.down, "A shield came down.")])

  private static func of(_ use: Use, _ codes: [(String, String)]) -> [ReasonCode] {
    codes.map { ReasonCode(use: use, code: $0.0, sentence: $0.1) }
  }
}

extension ReasonCode {
  /// `docs/reason-codes.md`.
  package static var document: String {
    var lines = [
      "<!-- Generated from Sources/Host/HostCore/Explain/ReasonCode.swift; a test compares. -->", "", "# Reason codes",
      "",
      "`sallyport explain` prints these with the sentence beside them. `<…>` stands for a part that varies; a line of",
      "the journal about an attempt puts `attempt.` in front.",
    ]
    for use in Use.allCases {
      lines += [
        "", "## \(use.rawValue.prefix(1).uppercased())\(use.rawValue.dropFirst())", "", "| code | means |", "|---|---|",
      ]
      lines += all.filter { $0.use == use }.map { "| `\($0.code)` | \($0.sentence) |" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
