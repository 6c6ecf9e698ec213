// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTrials
import Testing
import TextEscaping

/// Calls of one callback of one extension, with arguments from the command line.
@Suite struct CallTests {
  private let json: WireValue = ["activity": "weekend"]

  @Test func `shows the request, the answer, its effects by name and the times`() throws {
    let extended = try FaultyExtension("none", at: .monitor)
    let result = try call(extended, "eventDidReachThreshold", json)
    #expect(result.problem == nil, "\(result.problem ?? "")")
    #expect(arguments(of: result) == ["activity": "weekend", "event": "limit"])
    #expect(result.effects.map(\.kind) == [.setSetting])
    #expect(result.log == [])
    #expect(result.launchMs != nil && result.helloMs != nil && result.callbackMs != nil)
  }

  @Test func `shows the extension's output, also at a sealed point`() throws {
    let monitor = try FaultyExtension("talks", at: .monitor)
    #expect(try call(monitor, "intervalDidEnd", nil).log == ["performing intervalDidEnd"])
    let extended = try FaultyExtension("CONF-15", at: .shieldConfiguration)
    let result = try call(extended, "configuration", ["item": ["name": "Chess"]])
    #expect(result.log == ["shielding Chess"])
    #expect(result.reading?.picture?.contains("Later") == true)
  }

  @Test func `names the effect that a host would refuse, and why`() throws {
    let extended = try FaultyExtension("CONF-13", at: .monitor)
    let result = try call(extended, "eventDidReachThreshold", nil)
    #expect(result.problem == "A host would refuse the answer: /effects/1: setBadgeCount is not open to monitor.")
  }

  @Test(
    arguments: [
      (
        "configuration", nil,
        "trial.extension is at the point monitor, whose callbacks are intervalDidStart, intervalDidEnd, "
          + "intervalWillStartWarning, intervalWillEndWarning, eventDidReachThreshold, eventWillReachThresholdWarning; "
          + "“configuration” is a callback of shieldConfiguration."
      ),
      (
        "intervalDidStart", ["activity": 3],
        "The JSON does not fit intervalDidStart: /arguments/activity is not a string. "
          + "Its arguments are {\"activity\":\"daily\"}."
      ),
      (
        "intervalDidStart", ["arguments": ["activity": "a"], "snapsot": [:]],
        "“snapsot” can't stand beside “arguments”, “snapshot”, “delivery” and “data”; put it into “arguments”."
      ),
    ] as [(String, WireValue?, String)])
  func `names a callback or argument that does not fit`(callback: String, json: WireValue?, sentence: String) throws {
    let extended = try FaultyExtension("none", at: .monitor)
    let error = #expect(throws: ExtensionTrialError.self) {
      try CallRequest(callback, json: json, for: extended.subject)
    }
    #expect(error?.description == sentence)
  }

  private func arguments(of result: CallResult) -> WireValue? {
    guard case .object(let request)? = result.request else { return nil }
    return request["arguments"]
  }

  private func call(_ extended: FaultyExtension, _ callback: String, _ json: WireValue?) throws -> CallResult {
    try CallTrial(extended.subject, on: extended.stage, pace: FaultyExtension.pace).run(callback, json: json)
  }
}
