// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

extension SampleCall {
  /// The description, then each kind in each of its sizes.
  static func widgets(_ description: WireValue?) -> [SampleCall] {
    let describe = SampleCall("widget.describe", .widget(.describe))
    guard let description,
      let described = try? WidgetDescription(wire: description, at: "", from: .extension)
    else { return [describe] }
    return [describe] + described.kinds.flatMap { calls(of: $0, described.intents) }
      + described.intents.flatMap { options($0) { .widget(.options($0)) } }
  }

  private static func calls(of kind: DescribedKind, _ intents: [DescribedIntent]) -> [SampleCall] {
    let configuration = intents.first { $0.intent == kind.intent }.map(values) ?? []
    let drawn = kind.sizes.flatMap { size -> [SampleCall] in
      let request = WidgetRequest(kind: kind.kind, size: size)
      let title = "\(kind.kind) \(size.rawValue)"
      return [
        SampleCall("widget.placeholder \(title)", .widget(.placeholder(request))),
        SampleCall(
          "widget.snapshot \(title)",
          .widget(.snapshot(request, configuration: configuration, isPreview: true))),
        SampleCall(
          "widget.timeline \(title)", .widget(.timeline(request, configuration: configuration, reason: .placed))),
      ]
    }
    return drawn + [SampleCall("widget.relevance \(kind.kind)", .widget(.relevance(kind: kind.kind)))]
  }

  /// The description and the suggestions, then each filter going on and off.
  static func filters(_ description: WireValue?) -> [SampleCall] {
    let first = [SampleCall("focus.describe", .focus(.describe)), SampleCall("focus.suggest", .focus(.suggest))]
    guard let description,
      let described = try? FocusDescription(wire: description, at: "", from: .extension)
    else { return first }
    return first
      + described.intents.filter { $0.roles.contains(.focusFilter) }.flatMap { intent -> [SampleCall] in
        let on = FilterValues(intent: intent.intent, parameters: values(of: intent))
        let off = FilterValues(
          intent: intent.intent,
          parameters: intent.parameters.compactMap { parameter in
            parameter.defaultValue.map { ParameterValue(name: parameter.name, value: $0) }
          })
        return [
          SampleCall("focus.resolve \(intent.intent)", .focus(.resolve(on))),
          SampleCall("focus.perform \(intent.intent) on", .focus(.perform(on, edge: .on))),
          SampleCall("focus.perform \(intent.intent) off", .focus(.perform(off, edge: .off))),
        ] + options(intent) { .focus(.options($0)) }
      }
  }

  private static func options(
    _ intent: DescribedIntent, _ callback: (OptionsArguments) -> Callback
  ) -> [SampleCall] {
    intent.parameters.filter(\.hasOptions).map { parameter in
      let arguments = OptionsArguments(intent: intent.intent, parameter: parameter.name)
      let callback = callback(arguments)
      return SampleCall("\(callback.name) \(intent.intent) \(parameter.name)", callback)
    }
  }

  /// The defaults, and a value of the type for a required parameter without one.
  private static func values(of intent: DescribedIntent) -> [ParameterValue] {
    intent.parameters.compactMap { parameter in
      let value = parameter.defaultValue ?? (parameter.isOptional ? nil : sample(of: parameter.type))
      return value.map { ParameterValue(name: parameter.name, value: $0) }
    }
  }

  private static func sample(of type: ParameterType) -> PropertyValue? {
    let value: PropertyValue? =
      switch type.kind {
      case .bool: .bool(true)
      case .int: .integer(1)
      case .decimal, .duration: .decimal("1")
      case .string: .string("Sample")
      case .date: .date(SampleWorld.now)
      case .url: .url("https://example.org")
      case .enumeration: type.cases.first?.value
      case .entity: nil
      }
    return type.isList ? .list(value.map { [$0] } ?? []) : value
  }
}
