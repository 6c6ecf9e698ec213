// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What one resolving of one tree collects beside the nodes.
package final class ResolveSession {
  /// Where the tree is drawn: it decides what is data and what is dropped (VIEW-8, VIEW-14,
  /// `views.md#what-swiftui-code-does-here`).
  package enum Destination: Hashable, Sendable {
    case report
    case widget
    case window
  }

  package let destination: Destination
  /// Kept by the window between trees; elsewhere states have their initial value.
  let states: StateStore?
  /// The first fault; resolving goes on without consequences, the encoder throws it.
  package private(set) var failure: ViewTreeError?
  /// One line each, without repeats, in order of appearance (VIEW-10, VIEW-26).
  package private(set) var diagnostics: [String] = []
  /// Handlers of the tree; a handler's number is its index plus one (VIEW-27).
  package var actions: [TapHandler] = []
  /// `onAppear` and `task`, in tree order, with their place in the tree.
  package var appearances: [Appearance] = []
  /// Closures to run after this tree because a watched value changed.
  package var changes: [@MainActor () -> Void] = []
  /// What the tree wants the host to present: pickers.
  package var presentations: [Presentation] = []
  /// Handlers of URLs opened in the app.
  package var urlHandlers: [@MainActor (URL) -> Void] = []
  /// Gives the surface of a report that stands in a window; `nil` elsewhere.
  package var reportSurface: (@MainActor (ReportPlacement) -> String?)?
  package var title: String?
  /// What the views resolved so far hand up.
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
