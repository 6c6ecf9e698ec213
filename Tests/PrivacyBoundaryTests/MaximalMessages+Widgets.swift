// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol

/// The requests to widgets and Focus filters, and those that an app gets because of them.
extension MaximalMessages {
  /// A parameter of each kind of value, alone and in a list.
  static let parameters: [ParameterValue] = values.map { ParameterValue(name: $0.key, value: $0.value) }

  static let filterValues = FilterValues(intent: "Mute", parameters: parameters)

  /// Without its configuration, which the policy does not release.
  static let placedWidget = PlacedWidget(
    instance: "A0000000-0000-4000-8000-000000000000", kind: "Countdown", size: .systemSmall)

  private static let options = OptionsArguments(intent: "Mute", parameter: "account", query: "w")
  private static let intent = IntentArguments(
    intent: "Mark", parameters: parameters, instance: "A0000000-0000-4000-8000-000000000000")

  static var widgets: [Callback] {
    let request = WidgetRequest(kind: "Countdown", size: .systemMedium)
    let calls: [WidgetCallback] =
      [
        .describe, .placeholder(request), .snapshot(request, configuration: parameters, isPreview: true),
        .relevance(kind: "Countdown"), .options(options),
      ] + TimelineReason.allCases.map { .timeline(request, configuration: parameters, reason: $0) }
    return calls.map(Callback.widget) + [.performIntent(intent)]
  }

  static var filters: [Callback] {
    let calls: [FocusCallback] = [
      .describe, .suggest, .options(options), .resolve(filterValues), .perform(filterValues, edge: .on),
      .perform(filterValues, edge: .off),
    ]
    return calls.map(Callback.focus) + [.performIntent(intent)]
  }

  static var appOfWidgets: [Callback] {
    [
      .continueActivity(ContinuedActivity(kind: "Countdown", size: .systemSmall, configuration: parameters)),
      .focus(.perform(filterValues, edge: .on)), .performIntent(intent),
    ]
  }
}
