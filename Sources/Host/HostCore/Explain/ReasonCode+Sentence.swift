// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeVocabulary

extension ReasonCode {
  /// The meaning of the code; `nil` for one from a later version.
  package var sentence: String? {
    switch self {
    case .delivery(let word): word.sentence
    case .attempt(let word): word.sentence
    case .process(let word): word.sentence
    case .device(.shieldUp): "A shield went up."
    case .device(.shieldDown): "A shield came down."
    case .device(.blockBegan): "A hidden application or a filtered website came to the foreground and was refused."
    case .device(.blockEnded): "The refused application or website left the foreground, or is allowed again."
    case .source(let word): word.sentence
    case .notification(.noFocus): "A notification came due and was shown: no Focus is on."
    case .notification(.critical): "A critical notification was shown in spite of the Focus."
    case .notification(.notAllowed): "It was silenced: the Focus that is on doesn't let its family interrupt."
    case .notification(.noPredicate): "It was shown: no filter of its family that is in force has a predicate."
    case .notification(.match): "It was shown: every predicate in force accepts its criteria."
    case .notification(.noMatch): "It was silenced: a predicate in force rejects its criteria."
    case .notification(.untagged): "It has no criteria, so no predicate applies to it."
    case .notification(.contextPending): "It was shown after 5 s, because its filter had not been told yet."
    case .widget(let word): word.sentence
    case .notification(.listFull): "The list held 256 notifications of the family, so the oldest left it."
    case .error: "The extension reported an error that this build has no name for."
    case .launch: "The launcher failed at this step."
    case .confinement: "This machine lacks a protection that the policy requires."
    case .unresponsive(verdict: "starved"):
      "The deadline passed while a control group kept the process from the processor; no failure of its build."
    case .unresponsive: "The process did not read its input, or did not answer."
    case .violation: "The process broke this rule of the wire's protocol."
    case .killed(.container):
      "The host ended the process: its container exceeded the budget (its `containerMiB`, 4096 entries, depth 64)."
    case .killed(.memory): "The host or the kernel ended the process: it used more memory than its budget."
    case .killed: "The kernel ended the process at this limit."
    case .crash: "The process crashed with this signal."
    case .exit: "The process exited with this status."
    case .stop: "The host stopped the process."
    case .ofAttempt(let reason): reason.sentence
    case .unknown: nil
    }
  }
}

extension ReasonCode.Widget {
  fileprivate var sentence: String {
    switch self {
    case .granted: "A new timeline was asked for at once."
    case .deferred: "A new timeline will be asked for as soon as gap and credit allow."
    case .coalesced: "The request joined one that waits already."
    case .accepted: "A new timeline was accepted."
    case .unchanged: "A new timeline was accepted; it holds the same trees as before."
    case .failed: "No timeline came; the last good one stays, and another attempt follows."
    case .orphan: "The family no longer provides this kind of widget, so it is not asked."
    case .unknownKind: "A reload named a kind of widget that the family did not describe."
    case .archiveCorrupt: "The stored timeline could not be read; a new one was asked for."
    case .rotated: "It came to the front of its stack, as the most relevant one."
    case .chosen: "The person brought it to the front of its stack."
    case .archiveTooNew: "A newer host stored the timeline, which is kept; the placeholder is shown."
    }
  }
}

extension ReasonCode.Delivery {
  fileprivate var sentence: String {
    switch self {
    case .superseded: "A newer one for the same filter replaced it before it was sent."
    case .accepted: "The reply was accepted; its effects were applied with it."
    case .applied: "The delivery was carried out."
    case .refused: "The reply broke a rule, so nothing was applied. It is not retried."
    case .failed: "The attempts were used up."
    case .poison: "The same request crashed two processes, so a third was not tried."
    case .expired: "It was pending for seven days."
    case .dropped: "A rule withdrew it: monitoring stopped, counts restarted, or approval ended."
    case .noExtension: "The family has no extension for this callback."
    case .noPoint: "No callback is delivered to this extension point this way."
    case .unknownCallback: "This build does not support the callback; a later one stored it."
    case .unknownToken: "The item's token does not resolve for the family any more."
    case .resent: "The operator had it sent again."
    case .dismissed: "The operator dismissed it."
    case .unknownTap: "The button to be pressed is not in the app's window."
    }
  }
}

extension ReasonCode.Attempt {
  fileprivate var sentence: String {
    switch self {
    case .denied: "An effect is not open to this extension, or not granted to it."
    case .schema: "An effect does not have the form that the wire prescribes."
    case .tooLarge: "The reply exceeds a limit of the wire."
    case .rateLimited: "Too many requests came in a short time."
    case .conflict: "The state had changed since the revision that the reply was based on."
    case .limit: "A limit of the specification was exceeded."
    case .unknownToken: "A token is unknown, foreign, revoked or of another kind."
    case .unauthorized: "The family is not approved."
    case .authorization: "A request for authorization was refused."
    case .monitoring: "A registration was refused."
    case .effectViolation: "The extension reported that its own write broke a rule."
    case .extensionError: "The extension reported an error of its own."
    case .invalidRequest: "A message was not a request."
    case .methodNotFound: "A method is unknown."
    case .invalidParams: "A method's parameters have the wrong form."
    case .parse: "A line was not JSON."
    case .versionUnsupported: "Host and extension share no version of the protocol."
    case .shuttingDown: "The extension was about to stop."
    case .deadlineExceeded: "The deadline had passed."
    case .cancelled: "The callback was cancelled."
    case .busy: "The other side was busy."
    case .crashed: "The process crashed."
    case .killed: "The process was killed."
    case .quarantined: "The extension is held back after repeated failures; `sallyport reset` clears it."
    case .integrity: "The program is not the one that was approved."
    case .notApproved: "The program is not approved."
    case .unresponsive: "The process did not respond."
    case .violation: "The process broke the wire's protocol."
    case .launchFailed: "The process could not be started."
    case .late: "The reply came after the deadline, within the grace that follows it."
    case .backingOff: "The extension waits after a failure, before it is started again."
    case .launch: "The process could not be started immediately."
    case .disabled: "The extension is off until its build or manifest changes."
    case .refused: "The extension is not approved."
    }
  }
}

extension ReasonCode.Process {
  fileprivate var sentence: String {
    switch self {
    case .demand: "Work was pending."
    case .prewarm: "A process was started ahead of need."
    case .executed: "The launcher executed the extension."
    case .helloAccepted: "The extension introduced itself."
    case .helloTimedOut: "The extension did not introduce itself in time."
    case .helloMismatched: "The extension's introduction did not match its manifest."
    case .helloVersionUnsupported: "Host and extension share no version of the protocol."
    case .helloFailedTwice: "The second introduction in a row failed."
    case .noise: "The extension wrote before it was asked to."
    case .performSent: "A request was sent."
    case .replyError: "The extension answered with an error."
    case .replyDenied: "The reply was refused by a rule."
    case .replyLate: "The reply came after the deadline."
    case .replyMalformed: "The reply did not have the required form."
    case .sealedDone: "A sealed process has done its one task."
    case .deadline: "The deadline passed without a reply."
    case .leftWithoutReply: "The process exited while a reply was pending."
    case .notConfigured: "The process exited and asked not to be started again unchanged."
    case .revoked: "Approval ended."
    case .idleExpired: "There was nothing to do for a while."
    case .warmExpired: "A sealed process is never used twice."
    case .recycled: "The process had reached its maximum number of callbacks."
    case .shutdownAnswered: "The process stopped when asked."
    case .shutdownTimedOut: "The process did not stop when asked, and was killed."
    case .exited: "The process has exited."
    case .backoffOver: "The wait after a failure is over."
    case .probe: "One try after a quarantine."
    case .backlog: "Too many deliveries are pending for the extension."
    case .buildChanged: "The program was rebuilt, so its failure record was cleared."
    case .manifestChanged: "The manifest changed."
    case .reset: "The operator cleared the record."
    case .operator: "The operator cleared the record."
    case .approved: "The person approved the program."
    case .hashDiffers: "The program is not the one that was approved."
    case .manifestInvalid: "The manifest is not valid."
    case .strike: "A failure counts against this build."
    case .strikes: "Three failures in five minutes, or one after a quarantine."
    }
  }
}

extension ReasonCode.Source {
  fileprivate var sentence: String {
    switch self {
    case .appeared: "A source of use appeared."
    case .lost: "A source of use was lost."
    case .clockJumped: "The device's clock jumped."
    case .clockSet: "The wall clock was set."
    case .suspended: "The computer went to sleep."
    case .resumed: "The computer woke up."
    case .zoneChanged: "The time zone changed."
    case .focusBlind: "No source could see the app in front."
    case .focusSighted: "The app in front was visible to a source again."
    case .webBlind: "No source could see the site in front."
    case .webSighted: "The site in front was visible to a source again."
    case .presenceBlind: "No source could see whether a person was present."
    case .presenceSighted: "The presence of a person was visible to a source again."
    }
  }
}
