// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
internal import Foundation
public import FoundationShims

/// Lists values for a parameter.
public protocol DynamicOptionsProvider: Sendable {
  associatedtype Result: ResultsCollection
  associatedtype DefaultValue: _IntentValue & Sendable = Never
  func results() async throws -> Result
  func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider where DefaultValue == Never {
  public func defaultResult() async -> Never? { nil }
}

extension Never: _IntentValue {
  public static func _type() throws -> ParameterType { ParameterType(.string) }
  public var _stored: PropertyValue? { nil }
  public static func _read(_ stored: PropertyValue, from entities: _RequestedEntities) -> Never? { nil }
}

/// A list of values: an array, or sections with headings.
public protocol ResultsCollection {
  var _sections: [(heading: String?, values: [any _IntentValue])] { get }
}

extension Array: ResultsCollection where Element: _IntentValue {
  public var _sections: [(heading: String?, values: [any _IntentValue])] { [(nil, self)] }
}

/// Values in sections.
public struct IntentItemCollection<Value: _IntentValue & Sendable>: ResultsCollection {
  public var sections: [IntentItemSection<Value>]

  public init(sections: [IntentItemSection<Value>]) { self.sections = sections }

  public init(promptLabel: LocalizedStringResource? = nil, sections: [IntentItemSection<Value>]) {
    self.sections = sections
  }

  public init(promptLabel: LocalizedStringResource? = nil, items: [Value]) {
    sections = [IntentItemSection(items: items)]
  }

  public init(
    promptLabel: LocalizedStringResource? = nil,
    @IntentItemSectionsBuilder<Value> _ sections: () -> [IntentItemSection<Value>]
  ) {
    self.sections = sections()
  }

  public var _sections: [(heading: String?, values: [any _IntentValue])] {
    sections.map { (heading: $0.title?.text, values: $0.items.map(\.value)) }
  }
}

public struct IntentItemSection<Value: _IntentValue & Sendable>: Sendable {
  public var title: LocalizedStringResource?
  public var items: [IntentItem<Value>]

  public init(_ title: LocalizedStringResource? = nil, items: [Value]) {
    self.title = title
    self.items = items.map { IntentItem($0) }
  }

  public init(_ title: LocalizedStringResource? = nil, items: [IntentItem<Value>]) {
    self.title = title
    self.items = items
  }

  public init(_ title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource?, items: [Value]) {
    self.init(title, items: items)
  }
}

public struct IntentItem<Value: _IntentValue & Sendable>: Sendable {
  public var value: Value
  public var title: LocalizedStringResource?

  public init(
    _ value: Value, title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil,
    image: DisplayRepresentation.Image? = nil
  ) {
    self.value = value
    self.title = title
  }
}

@resultBuilder
public enum IntentItemSectionsBuilder<Value: _IntentValue & Sendable> {
  public static func buildBlock(_ sections: IntentItemSection<Value>...) -> [IntentItemSection<Value>] { sections }
}

extension IntentChoice {
  /// A value with the texts that it has itself.
  init?(_ value: any _IntentValue, section: String?) {
    guard let stored = value._stored else { return nil }
    switch value {
    case let shown as any InstanceDisplayRepresentable:
      let display = shown.displayRepresentation
      self.init(
        value: stored, title: Caption.text(display.title), subtitle: display.subtitle.map { Caption.text($0) },
        section: section)
    default:
      self.init(value: stored, title: Caption.text(Self.plain(stored)), section: section)
    }
  }

  private static func plain(_ stored: PropertyValue) -> String {
    switch stored {
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let text), .string(let text), .url(let text): text
    case .date(let time): Date(timeIntervalSince1970: Double(time) / 1000).formatted()
    case .entity(_, let id): id
    case .data, .list, .map: ""
    }
  }
}

extension DynamicOptionsProvider {
  /// The listed values whose title has the text in it.
  func choices(matching text: String?) async throws -> [IntentChoice] {
    let result = try await results()
    return result._sections.flatMap { section in
      let heading = section.heading.map { Caption.text($0) }
      return section.values.compactMap { IntentChoice($0, section: heading) }
    }.filter { $0.matches(text) }
  }

  func anyDefault() async -> (any _IntentValue)? { await defaultResult() }
}

extension IntentChoice {
  func matches(_ text: String?) -> Bool {
    guard let text, !text.isEmpty else { return true }
    return title.localizedCaseInsensitiveContains(text) || subtitle?.localizedCaseInsensitiveContains(text) == true
  }
}
