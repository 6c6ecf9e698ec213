// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Lives of generated acts, most of which no person would think of, compared with their transcripts.
@Suite struct GeneratedLifeTests {
  private static let view: WireValue = [["variant": "light", "view": ["kind": "text", "text": "t"]]]

  private static func reply(to callback: String, at now: Int64) -> CallEnd? {
    switch callback {
    case "widget.describe":
      .replied([
        "kinds": [
          [
            "asksForConfiguration": false, "backgroundRemovable": true, "kind": "Clock", "margins": true,
            "sizes": ["systemSmall"], "title": "Clock",
          ]
        ]
      ])
    case "widget.placeholder": .replied(["views": view])
    case "widget.snapshot": .replied(["entry": ["date": .integer(now), "views": view]])
    case "widget.timeline":
      .replied([
        "entries": .array((0..<3).map { ["date": .integer(now + $0 * 900_000), "views": view] }),
        "policy": ["kind": "atEnd"],
      ])
    case "focus.describe":
      .replied(["intents": [["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]]])
    case "focus.suggest": .replied([:])
    case "focus.perform": .replied(["predicate": ["op": "false"], "title": "Quiet"])
    default: nil
    }
  }

  @Test(arguments: 1...3) func `a generated life matches its transcript`(_ seed: Int) throws {
    let life = try PlayedLife(
      requests: ["badge", "focus", "reports", "timelines"],
      points: ["shieldConfiguration", "shieldAction", "widget", "focusFilter", "report"]
    ) {
      $0.looseningSeconds = seed == 2 ? 3_600 : 0
      $0.turns = seed == 3 ? .perFamily : .one
    }
    life.notesWakes = seed == 1
    life.reply = { [unowned life] in
      $0.program.hasSuffix(".report")
        ? .replied(["kind": "vstack", "children": []]) : Self.reply(to: $0.callback, at: life.now)
    }
    try life.settle()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.meet("worklog", picking: ["org.gnome.TextEditor", "org.mozilla.firefox"])
    var generated = GeneratedLife(life, seed: UInt64(seed))
    for _ in 0..<80 { try generated.act() }
    life.failure = nil
    try generated.end()
    life.show([
      "/today", "/week", "/day", "/shields", "/requests", "/families", "/ledger", "/extensions", "/gallery", "/trace",
    ])
    try life.compare("generated-\(seed)")
  }
}
