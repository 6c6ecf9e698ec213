// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
import Foundation
package import ScreenTimeRules

/// The parameters of widgets and Focus filters, as a person reads and writes them.
extension DeviceFacts {
  /// The act of an order on a widget.
  func act(of order: WidgetOrder) throws(HostError) -> PersonAct.Kind {
    switch order {
    case .place(let family, let kind, let size, let parameters):
      .placesWidget(family, kind: kind, size: size, parameters)
    case .configure(let id, let parameters): .configuresWidget(id, parameters)
    case .set(let id, let name, let value):
      .configuresWidget(id, try parameters(of: try widget(id), setting: name, to: value))
    case .move(let id, let place): .movesWidget(id, to: place)
    case .stack(let id, let other): .stacksWidget(id, onto: other)
    case .unstack(let id): .unstacksWidget(id)
    case .front(let id): .choosesWidget(id)
    case .refresh(let id): .refreshesWidget(id)
    case .remove(let id): .removesWidget(id)
    case .tap(let id, let area): .tapsWidget(id, area: area)
    case .lock(let lock): .locksScreen(lock)
    }
  }

  private func parameters(
    of instance: WidgetInstance, setting name: String, to value: String
  ) throws(HostError) -> [StoredParameter] {
    try parameters(
      ["\(name)=\(value)"], of: configuration(of: instance.kind, family: instance.family), over: instance.parameters)
  }

  /// The parameters with which a widget of a kind is placed.
  package func placedParameters(of kind: String, family: FamilyID) -> [StoredParameter] {
    (configuration(of: kind, family: family)?.parameters ?? []).compactMap { parameter in
      parameter.defaultValue.map { StoredParameter(ParameterValue(name: parameter.name, value: $0)) }
    }
  }

  /// The intent that configures a kind of widget; `nil` if it has none.
  package func configuration(of kind: String, family: FamilyID) -> DescribedIntent? {
    let offers = owners.widgets.offers
    guard let offer = offers.first(of: family, where: { $0.kinds.contains { $0.kind == kind } })?.description,
      let name = offer.kinds.first(where: { $0.kind == kind })?.intent
    else { return nil }
    return offer.intents.first { $0.intent == name }
  }

  /// The Focus filters that a family offers; the failure if it described none.
  package func offeredFilters(of family: FamilyID) -> (description: FocusDescription?, failure: String?) {
    let offers = owners.focus.offers
    let all = offers.of(family).compactMap(\.offer.description)
    let merged = FocusDescription(intents: all.flatMap(\.intents), notes: all.flatMap(\.notes))
    return (all.isEmpty ? nil : merged, offers.failure(of: family))
  }

  package var focus: FocusState { owners.focus.state }

  /// The values with which a new filter starts: the first suggestion, else the defaults (FOCUS-F4).
  package func initialParameters(of key: FocusFilterKey) -> [StoredParameter] {
    (owners.focus.suggestion(of: key) ?? owners.focus.defaults(of: key)).map(StoredParameter.init)
  }

  /// Whether an intent can be a filter: each required parameter needs a default (FOCUS-F3).
  package func filterFault(_ intent: DescribedIntent) -> String? {
    guard let missing = intent.parameters.first(where: { !$0.isOptional && $0.defaultValue == nil }) else { return nil }
    return "focus.parameterWithoutDefault: “\(missing.name)” is required and has no default"
  }

  /// Reads `name=value` by the types that an intent declares. The rest keeps its values.
  ///
  /// - Throws: `HostError` for an unknown parameter and for text that is not a value of its type.
  package func parameters(
    _ texts: [String], of intent: DescribedIntent?, over old: [StoredParameter]
  ) throws(HostError) -> [StoredParameter] {
    var all = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
    for text in texts {
      guard let equals = text.firstIndex(of: "=") else {
        throw HostError(.usage, "“\(text)” is not a parameter; write name=value, or name= for none.")
      }
      let (name, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
      guard let parameter = intent?.parameters.first(where: { $0.name == name }) else {
        let names = intent?.parameters.map(\.name).joined(separator: ", ") ?? ""
        throw HostError(.usage, "There is no parameter “\(name)”; use \(names.isEmpty ? "none" : names).")
      }
      guard !value.isEmpty || parameter.type.kind == .string else {
        all[name] = nil
        continue
      }
      guard let parsed = parameter.type.value(value) else {
        throw HostError(.usage, "“\(value)” is not a value of “\(name)”: \(parameter.type.expected).")
      }
      all[name] = StoredParameter(ParameterValue(name: name, value: parsed))
    }
    return all.values.sorted { $0.name < $1.name }
  }
}

extension ParameterType {
  /// The value that a text names; `nil` if it names none.
  func value(_ text: String) -> PropertyValue? {
    guard isList else { return scalar(text) }
    let parts = text.split(separator: ",").map { scalar(String($0)) }
    let values = parts.compactMap(\.self)
    return values.count == parts.count ? .list(values) : nil
  }

  private func scalar(_ text: String) -> PropertyValue? {
    switch kind {
    case .bool: Bool(text).map(PropertyValue.bool)
    case .int: Int64(text).map(PropertyValue.integer)
    case .decimal, .duration: (try? PropertyValue(wire: ["decimal": .string(text)], at: "", from: .extension))
    case .string: .string(text)
    case .date: (try? Date(text, strategy: .iso8601)).map { .date(Timestamp($0).milliseconds) }
    case .url: .url(text)
    case .enumeration: cases.map(\.value).first { $0 == .string(text) || $0 == Int64(text).map(PropertyValue.integer) }
    case .entity: .entity(type: name ?? "", id: text)
    }
  }

  /// The text that names a value, as ``value(_:)`` reads it; `nil` for one of another type.
  func text(of value: PropertyValue) -> String? {
    switch value {
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .decimal(let text), .string(let text), .url(let text): text
    case .date(let milliseconds): Timestamp(milliseconds: milliseconds).date.formatted(.iso8601)
    case .entity(_, let id): id
    case .list(let values): values.compactMap(text).joined(separator: ",")
    case .data, .map: nil
    }
  }

  var expected: String {
    let one =
      switch kind {
      case .bool: "true or false"
      case .int: "a whole number"
      case .decimal: "a number"
      case .duration: "a number of seconds"
      case .string: "text"
      case .date: "an instant such as 2026-10-19T08:00:00Z"
      case .url: "a URL"
      case .enumeration: "one of \(cases.map(\.title).joined(separator: ", "))"
      case .entity: "the id of \(title ?? name ?? "an entity")"
      }
    return isList ? "a list with commas of: \(one)" : one
  }
}
