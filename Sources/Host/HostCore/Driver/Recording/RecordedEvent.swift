// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The events of a recording's lines after its header. The reader and the JSON Schema of recordings use its members.
package enum RecordedEvent: String, CaseIterable, Sendable {
  case input, launch, state, line, log, settled, shield, filling, end

  /// A member of a line. A line may have others, which a reader ignores.
  package struct Member: Sendable {
    package enum Content: Hashable, Sendable {
      case text
      case integer(least: Int64?)
      case word([String])
      case yes
      case object
      case any
    }

    package var name: String
    package var content: Content
    package var isRequired: Bool
  }

  package var members: [Member] {
    let own: [Member] =
      switch self {
      case .input:
        [
          Member("kind", .word(Self.inputKinds)), Member("value", .object), Member("outcome", .object),
        ]
      case .launch: [Member("extension", .text), Member("grade", .text), Member("reason", .text)]
      case .state:
        [Member("extension", .text), Member("from", .text), Member("to", .text), Member("reason", .text)]
      case .line:
        [
          Member("from", .word(["extension", "host"])), Member("message", .any, isRequired: false),
          Member("bytes", .text, isRequired: false), Member("sealed", .yes, isRequired: false),
        ]
      case .log:
        [
          Member("bytes", .integer(least: 1), isRequired: false), Member("text", .text, isRequired: false),
          Member("magnitude", .integer(least: 1), isRequired: false),
        ]
      case .settled:
        [
          Member("outcome", .text), Member("extension", .text, isRequired: false),
          Member("reason", .text, isRequired: false), Member("sequence", .integer(least: 0), isRequired: false),
        ]
      case .shield:
        [
          Member("kind", .word(RecordedEvent.itemKinds)), Member("id", .text), Member("since", .integer(least: nil)),
          Member("until", .integer(least: nil)),
        ]
      case .filling:
        [
          Member("family", .text), Member("activity", .text), Member("name", .text),
          Member("level", .integer(least: 0)),
          Member("pieces", .any),
        ]
      case .end: [Member("lines", .integer(least: 1)), Member("sha256", .text)]
      }
    return [
      Member("event", .word([rawValue])), Member("n", .integer(least: 1)), Member("at", .integer(least: nil)),
      Member("process", .integer(least: 1), isRequired: false),
    ] + own
  }

  /// The cases of `DeviceInput`, sorted.
  package static let inputKinds = [
    "asked", "ended", "focus", "held", "moved", "operator", "person", "source", "time", "use", "wrote",
  ]

  static let itemKinds = ["application", "category", "webDomain"]

  /// The first member that is missing or has the wrong content; `nil` if there is none.
  func fault(in line: [String: WireValue]) -> String? {
    for member in members {
      guard let value = line[member.name] else {
        if member.isRequired { return "“\(member.name)” is missing" }
        continue
      }
      if !member.content.includes(value) { return "“\(member.name)” is not \(member.content.phrase)" }
    }
    return nil
  }
}

extension RecordedEvent.Member {
  fileprivate init(_ name: String, _ content: Content, isRequired: Bool = true) {
    self.init(name: name, content: content, isRequired: isRequired)
  }
}

extension RecordedEvent.Member.Content {
  fileprivate func includes(_ value: WireValue) -> Bool {
    switch (self, value) {
    case (.text, .string), (.object, .object), (.any, _): true
    case (.integer(let least), .integer(let number)): least.map { number >= $0 } ?? true
    case (.word(let words), .string(let word)): words.contains(word)
    case (.yes, .bool(let flag)): flag
    default: false
    }
  }

  fileprivate var phrase: String {
    switch self {
    case .text: "a string"
    case .integer(nil): "an integer"
    case .integer(let least?): "an integer of at least \(least)"
    case .word(let words): words.joined(separator: " or ")
    case .yes: "true"
    case .object: "an object"
    case .any: "a value"
    }
  }
}
