// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision

/// The replies of played widgets and focus filters.
enum PlayedReplies {
  private static let widget: WireValue = ["kind": "widget", "child": ["kind": "text", "text": "t"]]
  private static let views: WireValue = [
    ["variant": "light", "view": widget], ["variant": "private", "view": widget],
  ]

  /// A description of two kinds, one of which has an intent.
  static let described: WireValue = [
    "kinds": [
      [
        "asksForConfiguration": true, "backgroundRemovable": true, "intent": "Choose", "kind": "Countdown",
        "margins": true, "sizes": ["systemSmall", "systemMedium"], "title": "Countdown",
      ],
      [
        "asksForConfiguration": false, "backgroundRemovable": false, "kind": "Clock", "margins": true,
        "sizes": ["systemSmall"], "title": "Clock",
      ],
    ],
    "intents": [
      [
        "intent": "Choose", "opensApp": false,
        "parameters": [
          [
            "default": ["string": "maths"], "name": "subject", "optional": true, "options": false, "title": "Subject",
            "type": ["kind": "string", "list": false],
          ]
        ], "roles": ["configuration"], "title": "Choose",
      ]
    ],
  ]

  /// - Parameter intents: the intents of the focus filter.
  /// - Returns: `nil` for a callback of another point.
  static func reply(to callback: String, at now: Int64, intents: WireValue = []) -> CallEnd? {
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
    case "widget.placeholder": .replied(["views": views])
    case "widget.snapshot": .replied(["entry": ["date": .integer(now), "views": views]])
    case "widget.timeline":
      .replied([
        "entries": .array((0..<3).map { ["date": .integer(now + $0 * 600_000), "views": views] }),
        "policy": ["kind": "atEnd"],
      ])
    case "focus.describe": .replied(["intents": intents])
    case "focus.suggest": .replied([:])
    case "focus.perform": .replied(["predicate": ["op": "false"], "title": "Quiet"])
    default: nil
    }
  }
}
