// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import Foundation

/// Encodes the tree of a surface that is drawn once, after its `onAppear` and `task` closures have run
/// (`views.md#what-swiftui-code-does-here`).
///
/// The bounds are counts, not times, so that equal requests give equal trees (VIEW-1).
@MainActor
package enum SettledTree {
  static let mostTrees = 3
  /// How often all tasks of the surface get the main actor.
  static let mostTurns = 1_000

  /// - Returns: the last tree and its diagnostics.
  package static func encode(
    for destination: ResolveSession.Destination, environment: EnvironmentValues, size: CGSize,
    _ encode: (ViewTreeEncoder) throws -> WireValue
  ) async throws -> (tree: WireValue, diagnostics: [String]) {
    let states = StateStore()
    let tasks = RunningTasks()
    defer { tasks.cancel() }
    var appeared: Set<ViewPath> = []
    var turns = 0
    for number in 1... {
      let session = ResolveSession(destination: destination, states: states)
      let tree = try encode(ViewTreeEncoder(session: session, environment: environment, size: size))
      let new = session.appearances.filter { appeared.insert($0.path).inserted }.map(\.work)
      if number == mostTrees || new.isEmpty && session.changes.isEmpty {
        if tasks.areRunning { session.diagnose("task.waiting", "a task was still waiting when the view was drawn") }
        return (tree, session.diagnostics)
      }
      for change in session.changes { change() }
      for case .action(let action) in new { action() }
      for case .task(let work) in new { tasks.start(work) }
      while tasks.areRunning, turns < mostTurns {
        await Task.yield()
        turns += 1
      }
    }
    preconditionFailure("the loop ends by returning")
  }
}

/// The tasks of a surface that have not ended.
@MainActor
private final class RunningTasks {
  private var tasks: [Task<Void, Never>] = []
  private var ended = 0

  var areRunning: Bool { ended < tasks.count }

  func start(_ work: @escaping @MainActor () async -> Void) {
    tasks.append(
      Task {
        await work()
        ended += 1
      })
  }

  func cancel() { for task in tasks { task.cancel() } }
}
