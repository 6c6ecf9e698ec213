// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The results of resolving one tree, besides its nodes.
package final class ResolveSession {
  /// The surface for which the tree is drawn. It determines which parts are encoded and which are dropped (VIEW-8,
  /// VIEW-14, `views.md#what-swiftui-code-does-here`).
  package enum Destination: Hashable, Sendable {
    case report
    case widget
    case window
  }

  package let destination: Destination
  /// The state kept by a window between trees; `nil` elsewhere, where state has its initial value.
  let states: StateStore?
  /// The first error. Resolving continues, and the encoder throws the error.
  package private(set) var failure: ViewTreeError?
  /// One line per diagnostic, without repeats, in order of appearance (VIEW-10, VIEW-26).
  package private(set) var diagnostics: [String] = []
  /// The actions of the tree. An action's number is its index plus one (VIEW-27).
  package var actions: [TapHandler] = []
  /// The `onAppear` and `task` closures in tree order, with their paths.
  package var appearances: [Appearance] = []
  /// The closures to run after this tree because an observed value changed.
  package var changes: [@MainActor () -> Void] = []
  /// The pickers that the host should present for the tree.
  package var presentations: [Presentation] = []
  /// The handlers for URLs opened in the app.
  package var urlHandlers: [@MainActor (URL) -> Void] = []
  /// The handlers for taps on a widget without a URL, with the activity type of each.
  package var activityHandlers: [ActivityHandler] = []
  /// Returns the surface of a report in a window; `nil` elsewhere.
  package var reportSurface: (@MainActor (ReportPlacement) -> String?)?
  package var title: String?
  /// The URL and the background of a widget. The outermost view that sets one decides.
  package var widgetURL: String?
  package var containerBackground: WireValue?
  /// The preferences of the views resolved so far.
  var preferences = PreferenceValues()

  package init(destination: Destination, states: StateStore? = nil) {
    self.destination = destination
    self.states = states
  }

  package func fail(_ code: String, _ message: String) {
    if failure == nil { failure = ViewTreeError(code, message) }
  }

  package func diagnose(_ code: String, _ message: String) {
    let line = "\(code): \(message)"
    if !diagnostics.contains(line) { diagnostics.append(line) }
  }
}
