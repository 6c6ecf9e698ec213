// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import Testing
import WrittenCodes

@testable import HostCore

/// Blocked attempts, stored openings and words about times, each against a table.
@Suite struct WrittenWordTests {
  // MARK: Attempts that were blocked

  @Test func `an error is a blocked attempt if it names a foreign token or asks for what was not granted`() {
    for (code, attempt) in [
      (.unknownToken, .foreignToken), (.denied, .effect), (.schema, nil), (.unauthorized, nil), (.limit, nil),
      (.effectViolation, nil), (.busy, nil), (.crashed, nil),
    ] as [(ErrorCode, BlockedAttempt?)] {
      #expect(BlockedAttempt(ErrorObject(code, "no")) == attempt, "\(code.rawValue)")
    }
  }

  @Test func `a process that breaks the wire, its walls or a sealed answer's form has made a blocked attempt`() {
    let error = ErrorObject(.schema, "no")
    for (end, sealed, other) in [
      (.malformed(error), .sealedAnswer, nil),
      (.fallback(reason: "violation.envelope"), .wire, .wire),
      (.fallback(reason: "crash.SIGSYS"), .systemCall, .systemCall),
      (.fallback(reason: "crash.SIGSEGV"), nil, nil), (.fallback(reason: "deadline"), nil, nil),
      (.replied(["effects": []]), nil, nil), (.denied(error), nil, nil), (.failed(error), nil, nil),
      (.unavailable(reason: "quarantined", retryAt: nil), nil, nil),
    ] as [(CallEnd, BlockedAttempt?, BlockedAttempt?)] {
      #expect(BlockedAttempt(end, isSealed: true) == sealed, "\(end)")
      #expect(BlockedAttempt(end, isSealed: false) == other, "\(end)")
    }
  }

  // MARK: Openings of an app

  @Test func `an opening is stored with all that the app is told`() throws {
    let text = "AQEAAU0DtWW4NYle7PaK_k8D_dzmv95W"
    let token = try #require(WireToken(text))
    func clock(_ size: String, _ configuration: [StoredParameter] = []) -> AppDelivery {
      AppDelivery(
        reason: "widget", token: text, opening: .activity(kind: "Clock", size: size, configuration: configuration))
    }
    for (body, callback) in [
      (AppDelivery(reason: "launch"), .activate(ActivateArguments(reason: .launch))),
      (AppDelivery(reason: "notification"), .activate(ActivateArguments(reason: .notification))),
      (AppDelivery(reason: "of a later build"), .activate(ActivateArguments(reason: .launch))),
      (
        AppDelivery(reason: "shield", token: text, action: "primary", payload: "p"),
        .activate(
          ActivateArguments(reason: .shield, openRequest: .init(token: token, action: "primary", payload: "p")))
      ),
      (
        AppDelivery(reason: "shield", token: text),
        .activate(ActivateArguments(reason: .shield, openRequest: .init(token: token, action: "", payload: nil)))
      ),
      (
        AppDelivery(reason: "shield", token: "no token", action: "primary"),
        .activate(ActivateArguments(reason: .shield))
      ),
      (AppDelivery(reason: "widget", token: text, opening: .url("clock:1")), .openURL("clock:1")),
      (clock("systemLarge"), .continueActivity(ContinuedActivity(kind: "Clock", size: .systemLarge))),
      (
        clock("of a later build", [StoredParameter(name: "a", json: "no json")]),
        .continueActivity(ContinuedActivity(kind: "Clock", size: .systemSmall))
      ),
    ] as [(AppDelivery, Callback)] {
      #expect(body.callback == callback)
    }
  }

  @Test func `the person stays in an app that they launched, unless the opening says otherwise`() {
    for (reason, stays, isVisit) in [
      ("launch", nil, true), ("launch", true, true), ("launch", false, false), ("shield", nil, false),
      ("shield", true, true), ("widget", nil, false),
    ] as [(String, Bool?, Bool)] {
      #expect(AppDelivery(reason: reason, stays: stays).isVisit == isVisit, "\(reason)")
    }
  }

  // MARK: Words

  @Test(
    arguments: [
      (0, "not at all"), (1, "0 min 1 s"), (59, "0 min 59 s"), (60, "1 min 0 s"), (3_599, "59 min 59 s"),
      (3_600, "1 h"), (3_661, "61 min 1 s"), (86_400, "24 h"),
    ] as [(Int64, String)])
  func `the time for which changes wait is said in hours if it has nothing else`(_ seconds: Int64, _ words: String) {
    #expect(WaitingChanges.spoken(seconds) == words)
  }

  @Test(
    arguments: [
      (0, "by 0 s forward"), (999, "by 0 s forward"), (1_000, "by 1 s forward"), (-1, "by 0 s back"),
      (-999, "by 0 s back"), (-1_000, "by 1 s back"), (3_600_999, "by 3600 s forward"),
    ] as [(Int64, String)])
  func `a step of the clock is said in whole seconds and its direction`(_ milliseconds: Int64, _ words: String) {
    for response in ClockResponse.allCases {
      let says = response.spoken(of: milliseconds)
      #expect(says.hasPrefix(words) && !says.dropFirst(words.count).isEmpty)
      #expect(says.contains("follows") == (response == .followed))
      #expect(says.contains("last run") == (response == .reset))
    }
  }
}
