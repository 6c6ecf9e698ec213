// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// Lives of generated acts, most of which no person would think of, compared with their transcripts.
@Suite struct GeneratedLifeTests {
  private static let intents: WireValue = [
    ["intent": "Mute", "opensApp": false, "roles": ["focusFilter"], "title": "Mute"]
  ]

  private static func replies(_ life: PlayedLife) -> (NotificationBench.Sent) throws -> CallEnd? {
    { [unowned life] in
      $0.program.hasSuffix(".report")
        ? .replied(["kind": "vstack", "children": []])
        : PlayedReplies.reply(to: $0.callback, at: life.now, intents: intents)
    }
  }

  /// A life with rare events, on an adult's and on a child's device. Restarts can widen the policy or remove programs.
  @Test(arguments: 4...6) func `a generated life of rare events matches its transcript`(_ seed: Int) throws {
    var (policy, missing) = (nil as FlowPolicy?, nil as ExtensionPoint?)
    let life = try PlayedLife(
      requests: ["badge", "focus", "reports", "timelines"],
      points: ["shieldConfiguration", "shieldAction", "widget", "focusFilter", "report"]
    ) {
      $0.policy = policy
      for index in $0.families.indices { $0.families[index].manifest.extensions.removeAll { $0.point == missing } }
      // A family without an app can only be approved by the person, since it can't ask.
      if seed == 6 { $0.families[1].manifest.app = nil }
      if seed == 5 { $0.authorization = AuthorizationPolicy(person: .child) }
      $0.turns = seed == 6 ? .perFamily : .one
    }
    life.reply = Self.replies(life)
    try life.settle()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    var generated = GeneratedLife(life, seed: UInt64(seed), hasRareEvents: true)
    generated.change = { kind in
      policy = kind < 4 ? try .widened([1, 6, 7, 9][kind]) : policy
      missing = [4: .monitor, 5: .widget, 6: .focusFilter][kind]
    }
    for _ in 0..<160 { try generated.act() }
    life.failure = nil
    life.isHeld = { _ in false }
    try generated.end()
    life.show(["/today", "/shields", "/requests", "/families", "/family/homework", "/ledger", "/extensions"])
    try life.compare("generated-\(seed)")
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
    life.reply = Self.replies(life)
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
