// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// Lives of generated acts whose programs answer in each way, compared with their transcripts.
@Suite struct GeneratedWeekTests {
  enum Kind: String, CaseIterable {
    /// On a real clock, where each family has its own turn.
    case live
    /// With a delay for changes that open something, and callbacks in slots.
    case careful
    /// On an adult's device, where families learn as little as possible.
    case tight

    func configure(_ configuration: inout HostConfiguration) {
      switch self {
      case .live: (configuration.clock, configuration.turns) = (.real, .perFamily)
      case .careful:
        configuration.looseningSeconds = 1_800
        (configuration.profile, configuration.mode) = (.standard, .faithful)
      case .tight:
        configuration.authorization = AuthorizationPolicy(person: .adult)
        (configuration.profile, configuration.mode, configuration.clock) = (.tight, .faithful, .real)
      }
    }
  }

  @Test(arguments: Kind.allCases) func `a generated week matches its transcript`(_ kind: Kind) throws {
    let life = try PlayedLife(
      requests: ["badge", "focus", "reports", "timelines"],
      points: ["shieldConfiguration", "shieldAction", "focusFilter", "report", "widget"],
      extras: ["widget": #", "interactive": true"#], family: #", "urlSchemes": ["hw"]"#, kind.configure)
    life.notesWakes = kind == .live
    let week = GeneratedWeek(life, seed: UInt64(kind.rawValue.utf8.reduce(0) { $0 + Int($1) }))
    try life.settle()
    try life.meet("homework", picking: ["org.gnome.Chess"])
    try life.meet("worklog", picking: ["org.gnome.TextEditor", "org.mozilla.firefox"])
    for _ in 0..<60 { try week.act() }
    try week.end()
    life.show([
      "/today", "/week", "/day", "/shields", "/requests", "/families", "/ledger", "/extensions", "/gallery", "/trace",
      "/family/homework", "/family/worklog", "/device", "/item/app:org.gnome.Chess",
    ])
    try life.compare("generated-\(kind.rawValue)")
  }
}
