// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Lives of generated acts, most of which no person would think of, compared with their transcripts.
@Suite struct GeneratedLifeTests {
  private static let intents: WireValue = [
    ["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]
  ]

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
        ? .replied(["kind": "vstack", "children": []])
        : PlayedReplies.reply(to: $0.callback, at: life.now, intents: Self.intents)
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
