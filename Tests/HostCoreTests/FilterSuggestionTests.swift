// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

@Suite struct FilterSuggestionTests {
  private static func intent(_ name: String, _ parameter: String) -> WireValue {
    [
      "intent": .string(name), "opensApp": false, "roles": ["focusFilter"], "title": .string(name),
      "parameters": [
        [
          "default": ["string": "none"], "name": .string(parameter), "optional": false, "options": false,
          "title": "Parameter", "type": ["kind": "string", "list": false],
        ]
      ],
    ]
  }

  private static func suggestion(_ intent: String, _ parameter: String, _ value: String) -> WireValue {
    [
      "intent": .string(intent),
      "parameters": [["name": .string(parameter), "value": ["string": .string(value)]]],
    ]
  }

  @Test func `a new filter starts with the first suggestion for its intent, else with the defaults (FOCUS-F4)`() throws
  {
    let life = try PlayedLife(requests: ["focus"], points: ["focusFilter"])
    let family = FamilyID("homework")
    life.reply = { one in
      switch one.callback {
      case "focus.describe":
        .replied([
          "intents": [Self.intent("Mute", "account"), Self.intent("Sort", "order"), Self.intent("Show", "list")]
        ])
      case "focus.suggest":
        .replied([
          "suggestions": [
            Self.suggestion("Sort", "order", "date"), Self.suggestion("Mute", "account", "work"),
            Self.suggestion("Sort", "order", "size"),
          ]
        ])
      default: nil
      }
    }
    try life.settle()
    func starts() -> [[String]] {
      ["Mute", "Sort", "Show", "Nothing"].map { name in
        life.facts.initialParameters(of: FocusFilterKey(family, name)).map { "\($0.name) \($0.json)" }
      }
    }
    let expected = [[#"account {"string":"work"}"#], [#"order {"string":"date"}"#], [#"list {"string":"none"}"#], []]
    #expect(starts() == expected, "\(starts())")
    life.reply = { _ in .fallback(reason: .process(.deadline)) }
    try life.restart()
    #expect(starts() == expected, "suggestions outlive the host: \(starts())")
  }
}
