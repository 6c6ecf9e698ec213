// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionRuntime
import Foundation

/// The app's only window: its state, the tree on screen, and the actions of taps (VIEW-27).
@MainActor
package final class PresentedAppWindow {
  /// The size proposed to the root, which is the size of the host's window.
  static let size = CGSize(width: 390, height: 844)
  /// The maximum number of trees in a row, because a body that changes its own state would never settle.
  private static let maximumRounds = 32

  /// Creates the app in its first callback, when the clock and the family's state are available (C1).
  private let make: () -> (root: any View, heading: Text?)
  private lazy var content = make()
  private let states = StateStore()
  private var environment = EnvironmentValues()
  private var shown: (tree: WireValue, title: String?, number: Int64)?
  private var actions: [TapHandler] = []
  private var urlHandlers: [@MainActor (URL) -> Void] = []
  private var activityHandlers: [ActivityHandler] = []
  private var appeared: Set<ViewPath> = []
  private var presenting: Set<ViewPath> = []
  private var tasks: [Task<Void, Never>] = []
  private var reports = WindowReports()
  private var isPerforming = false
  private var isRefreshDue = false

  package init(app: @escaping @MainActor () -> some App) {
    make = {
      let scene = Self.windowScene(of: app().body)
      return (scene?.root ?? EmptyView(), scene?.heading)
    }
  }

  package init(root: some View) { make = { (root, nil) } }

  private static func windowScene(of scene: some Scene) -> (any WindowScene)? {
    if let window = scene as? any WindowScene { return window }
    if scene is any View || type(of: scene).Body.self == Never.self { return nil }
    return windowScene(of: scene.body)
  }

  // MARK: - Callbacks

  package func perform(
    _ callback: Callback, environment: EnvironmentValues, in session: ExtensionSession
  ) async throws {
    self.environment = environment
    isPerforming = true
    defer { isPerforming = false }
    listen(in: session)
    switch callback {
    case .tap(let tree, let action, let isOn):
      guard tree == shown?.number, actions.indices.contains(Int(action) - 1) else {
        throw HandlerFailure(
          ErrorObject(.invalidParams, "tap.unknown: tree \(tree) has no handler \(action) on screen."))
      }
      actions[Int(action) - 1](isOn)
    case .openURL(let text):
      if let url = URL(string: text) { for handler in urlHandlers { handler(url) } }
    case .continueActivity(let activity):
      let continued = NSUserActivity(tap: activity)
      for (type, handler) in activityHandlers where type == continued.activityType { handler(continued) }
    default: break
    }
    try await settle(in: session)
  }

  /// Resolves trees and runs lifecycle closures and presentations until nothing changes.
  private func settle(in session: ExtensionSession) async throws {
    for _ in 0..<Self.maximumRounds {
      let resolved = try await show(in: session)
      for change in resolved.changes { change() }
      let started = start(resolved.appearances)
      let presented = present(resolved.presentations)
      let awaited = tasks
      tasks = []
      for task in awaited { await task.value }
      if resolved.changes.isEmpty, !started, !presented, awaited.isEmpty { return }
    }
  }

  /// Sends the tree unless it is already on screen.
  private func show(in session: ExtensionSession) async throws -> ResolveSession {
    var (resolved, tree) = try resolve()
    if try await reports.present(in: session) { (resolved, tree) = try resolve() }
    actions = resolved.actions
    urlHandlers = resolved.urlHandlers
    activityHandlers = resolved.activityHandlers
    let title = resolved.title ?? content.heading?.plain(in: context(of: resolved))
    if shown?.tree != tree || shown?.title != title {
      let answer: PresentWindowResult = try await session.request(
        .presentWindow, PresentWindowParams(view: tree, title: title))
      shown = (tree, title, answer.tree)
    }
    return resolved
  }

  private func resolve() throws -> (ResolveSession, WireValue) {
    let session = ResolveSession(destination: .window, states: states)
    reports.begin()
    session.reportSurface = { [reports] placement in reports.surface(for: placement) }
    let encoder = ViewTreeEncoder(session: session, environment: environment, size: Self.size)
    return (session, try encoder.encode(content.root))
  }

  private func context(of session: ResolveSession) -> ResolveContext {
    ResolveContext(session: session, environment: environment, proposal: Self.size)
  }

  // MARK: - Lifecycle

  /// - Returns: Whether a closure ran that may have changed the view.
  private func start(_ appearances: [Appearance]) -> Bool {
    var started = false
    for appearance in appearances where appeared.insert(appearance.path).inserted {
      started = true
      switch appearance.work {
      case .action(let action): action()
      case .task(let work): tasks.append(Task { await work() })
      }
    }
    return started
  }

  /// Starts each presentation once each time its binding is set.
  private func present(_ presentations: [Presentation]) -> Bool {
    presenting.formIntersection(presentations.map(\.path))
    var presented = false
    for presentation in presentations where presenting.insert(presentation.path).inserted {
      presented = true
      tasks.append(Task { await presentation.present() })
    }
    return presented
  }

  /// Sends a new tree for a change between callbacks as well.
  private func listen(in session: ExtensionSession) {
    ChangeSignal.shared.listen { [weak self] in
      Task { @MainActor in await self?.changed(in: session) }
    }
  }

  private func changed(in session: ExtensionSession) async {
    guard !isPerforming, !isRefreshDue else { return }
    isRefreshDue = true
    await Task.yield()
    isRefreshDue = false
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    // An invalid tree leaves the previous one on screen (`wire.md#requests-of-an-extension`).
    try? await settle(in: session)
  }
}
