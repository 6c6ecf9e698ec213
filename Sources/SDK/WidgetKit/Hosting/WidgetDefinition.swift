// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import AppIntents
package import ExtensionProtocol
internal import Foundation
internal import SwiftUI

/// A widget as its configuration defines it.
package struct WidgetDefinition {
  /// The name of the Swift type.
  package var type: String
  package var kind = ""
  package var title: String?
  package var description: String?
  package var families: [WidgetFamily]?
  package var hasMargins = true
  package var isBackgroundRemovable = true
  package var asksForConfiguration = false
  package var intent: (any WidgetConfigurationIntent.Type)?
  /// The declarations without effect.
  package var inert: [String] = []
  /// `nil` for a definition of something that is drawn nowhere, such as a Live Activity.
  var provider: WidgetProvider?

  init(type: String) { self.type = type }

  /// The sizes that are offered: those that the widget names, else the four of the home screen (WIDGET-W31).
  package var sizes: [WidgetSize] {
    let named = families.map { $0.compactMap(\.size) } ?? WidgetSize.allCases.filter { !$0.isAccessory }
    return WidgetSize.allCases.filter(named.contains)
  }
}

/// A provider without its type: what it answers, as views.
@MainActor
struct WidgetProvider {
  typealias Values = [ParameterValue]

  var placeholder: (TimelineProviderContext) throws -> PlaceholderContent
  var snapshot: (TimelineProviderContext, Values) async throws -> DrawnEntry
  var timeline: (TimelineProviderContext, Values) async throws -> DrawnTimeline
  var relevance: () async throws -> [RelevanceAttribute]
}

/// The placeholder of a widget: an entry drawn redacted, or a view drawn as it is (WIDGET-W26).
enum PlaceholderContent {
  case redacted(any View)
  case finished(any View)
}

/// An entry with its view, which is made and resolved once for each variant.
struct DrawnEntry {
  var date: Date
  var relevance: TimelineEntryRelevance?
  var view: @MainActor () -> any View
}

struct DrawnTimeline {
  var entries: [DrawnEntry]
  var policy: TimelineReloadPolicy
}
