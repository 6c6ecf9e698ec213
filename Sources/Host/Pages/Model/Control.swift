// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// An act that a page offers: as a button in the console, as a command in a file.
package struct Control: Codable, Hashable, Sendable {
  package var label: Phrase
  /// The act in the form of the host's socket, without its name and role.
  package var act: [String: ActValue]
  /// The command that does the same.
  package var command: String
  /// Whether only the guardian may do it.
  package var needsGuardian: Bool
  /// Values that the person enters, which become members of the act.
  package var fields: [Field]
  /// The consequences of an act that can't be undone.
  package var warning: Phrase?
  /// Whether the button is disabled for half a second after it appears, so that a hasty click can't press it.
  package var isDelayed: Bool

  package init(
    _ label: Phrase, act: [String: ActValue], command: String, needsGuardian: Bool = false, warning: Phrase? = nil,
    isDelayed: Bool = false, fields: [Field] = []
  ) {
    self.label = label
    self.act = act
    self.command = command
    self.needsGuardian = needsGuardian
    self.warning = warning
    self.isDelayed = isDelayed
    self.fields = fields
  }

  /// A value of an act that the person enters or chooses.
  package struct Field: Codable, Hashable, Sendable {
    package struct Option: Codable, Hashable, Sendable {
      package var value: String
      package var says: String

      package init(_ value: String, _ says: String) { (self.value, self.says) = (value, says) }
    }

    /// The type of the field's value.
    package enum Form: String, Codable, Hashable, Sendable {
      case text
      /// A whole number.
      case number
      /// A number of minutes, as seconds.
      case minutes
      /// A number of hours, as seconds.
      case hours

      package var isNumber: Bool { self != .text }
    }

    /// The member of the act, or the members that lead to it: `name`, `order/move/to`.
    package var member: String
    package var label: Phrase
    package var form: Form
    /// The values to choose from; empty if it is entered.
    package var options: [Option]
    /// The length of an entered text, or the greatest number; the least one is 1.
    package var most: Int
    /// The present value.
    package var value: String
    /// Whether it may be left empty, and the act then has no such member.
    package var isOptional: Bool

    package init(
      _ member: String, _ label: Phrase, _ form: Form = .text, options: [Option] = [], atMost most: Int = 255,
      value: String = "", isOptional: Bool = false
    ) {
      self.member = member
      self.label = label
      self.form = form
      self.options = options
      self.most = most
      self.value = value
      self.isOptional = isOptional
    }
  }
}

/// A member of an act.
package indirect enum ActValue: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  case text(String)
  case number(Int64)
  case flag(Bool)
  /// An object with members of its own.
  case members([String: ActValue])
  case list([ActValue])

  package init(stringLiteral text: String) { self = .text(text) }
  package init(integerLiteral number: Int64) { self = .number(number) }
  package init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension ActValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .number(number)
    } else if let members = try? container.decode([String: ActValue].self) {
      self = .members(members)
    } else if let list = try? container.decode([ActValue].self) {
      self = .list(list)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .members(let members): try container.encode(members)
    case .list(let list): try container.encode(list)
    }
  }
}

/// The items of an open picker.
package struct ItemPicker: Codable, Hashable, Sendable {
  package struct Choice: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable {
      case application, webDomain, category
    }

    package var kind: Kind
    package var id: String
    package var name: String

    package init(_ kind: Kind, id: String, name: String) {
      self.kind = kind
      self.id = id
      self.name = name
    }
  }

  package struct Group: Codable, Hashable, Sendable {
    package var name: String
    package var choices: [Choice]

    package init(_ name: String, _ choices: [Choice]) {
      self.name = name
      self.choices = choices
    }
  }

  package var prompt: Int64
  package var groups: [Group]
  package var needsGuardian: Bool

  package init(prompt: Int64, groups: [Group], needsGuardian: Bool) {
    self.prompt = prompt
    self.groups = groups
    self.needsGuardian = needsGuardian
  }
}

/// The forms for the guardian's passcode.
package enum PasscodeForm: String, Codable, Hashable, Sendable {
  /// None is set.
  case set
  /// One is set: it can be entered, changed, replaced with the recovery code and removed.
  case given
}
