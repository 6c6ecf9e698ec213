// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import ExtensionRuntime
internal import Foundation

/// The descriptions of the intents in this executable.
package enum IntentCatalogue {
  static var intents: [any AppIntent.Type] { DeclaredIntents.all.compactMap { $0 as? any AppIntent.Type } }

  package static func describe() async throws -> (intents: [DescribedIntent], notes: [DescriptionNote]) {
    var (described, notes): ([DescribedIntent], [DescriptionNote]) = ([], [])
    for intent in intents {
      described.append(try await description(of: intent))
      notes += self.notes(on: intent)
    }
    return (intents: described, notes: notes)
  }

  package static func choices(_ arguments: OptionsArguments) async throws -> OptionsResult {
    guard let intent = try DeclaredIntents.named(arguments.intent) as? any AppIntent.Type,
      let parameter = intent.init().declaredParameters.first(where: { $0.name == arguments.parameter })
    else {
      throw HandlerFailure(
        ErrorObject(
          .extensionError, "parameter.unknown: \(arguments.intent) has no parameter “\(arguments.parameter)”.",
          retry: .never))
    }
    return OptionsResult(choices: try await parameter.parameter.choices(matching: arguments.query))
  }

  /// The intents of the executable that have all these parameters, filled with them and their entities.
  package static func configurations(with values: [ParameterValue]) async -> [any WidgetConfigurationIntent] {
    var filled: [any WidgetConfigurationIntent] = []
    for case let type as any WidgetConfigurationIntent.Type in intents {
      let names = type.init().declaredParameters.map(\.name)
      guard values.allSatisfy({ names.contains($0.name) }), let intent = try? await type._configured(with: values)
      else {
        continue
      }
      filled.append(intent)
    }
    return filled
  }

  private static func description<Intent: AppIntent>(of type: Intent.Type) async throws -> DescribedIntent {
    var parameters: [DescribedParameter] = []
    for (name, parameter) in Intent().declaredParameters { parameters.append(try await parameter.describe(name)) }
    return DescribedIntent(
      intent: type._name, title: Caption.text(type.title),
      description: type.writtenDescription.map { Caption.text($0) }, roles: roles(of: type),
      opensApp: type.openAppWhenRun, parameters: parameters)
  }

  private static func roles(of type: any AppIntent.Type) -> [DescribedIntent.Role] {
    switch type {
    case is any SetFocusFilterIntent.Type: [.focusFilter]
    case is any WidgetConfigurationIntent.Type: hasPerform(type) ? [.action, .configuration] : [.configuration]
    default: [.action]
    }
  }

  private static func hasPerform<Intent: AppIntent>(_ type: Intent.Type) -> Bool {
    Intent.PerformResult.self != _NothingPerformed.self
  }

  private static func notes(on type: any AppIntent.Type) -> [DescriptionNote] {
    guard let filter = type as? any SetFocusFilterIntent.Type else { return [] }
    return (hasPerform(filter) ? [] : [DescriptionNote(.performMissing, filter._name)])
      + (lacksDisplay(filter) ? [DescriptionNote(.displayMissing, filter._name)] : [])
  }

  /// An instance tells whether it has a display of its own. One that lacks a required value is not asked.
  private static func lacksDisplay<Filter: SetFocusFilterIntent>(_ type: Filter.Type) -> Bool {
    let filter = Filter()
    guard filter.declaredParameters.allSatisfy(\.parameter.isFilled) else { return false }
    return filter.displayRepresentation.isProvided
  }
}

extension AppIntent {
  /// The intent's own texts.
  package static var captions: (title: String, description: String?) {
    (title: Caption.text(title), description: writtenDescription.map { Caption.text($0) })
  }
}
