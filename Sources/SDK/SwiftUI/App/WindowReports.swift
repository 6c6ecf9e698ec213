// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import Foundation

/// The report surfaces in a window, by their paths in the tree.
@MainActor
final class WindowReports {
  private var shown: [ViewPath: (placement: ReportPlacement, surface: String)] = [:]
  private var wanted: [ReportPlacement] = []

  nonisolated init() {}

  /// Discards the requests of the previous tree. Call it before resolving a tree.
  func begin() { wanted = [] }

  /// Returns the surface of a report that was already presented. Otherwise records the report for presentation.
  func surface(for placement: ReportPlacement) -> String? {
    if let known = shown[placement.path], known.placement.isSame(as: placement) { return known.surface }
    wanted.append(placement)
    return shown[placement.path]?.surface
  }

  /// - Returns: Whether there is a new surface, so that the tree must be resolved again.
  func present(in session: ExtensionSession) async throws -> Bool {
    let placements = wanted
    wanted = []
    var isNew = false
    for placement in placements {
      do {
        let answer: PresentReportResult = try await session.request(
          .presentReport,
          PresentReportParams(
            context: placement.context, filter: placement.filter,
            frame: ViewFrame(width: placement.width, height: placement.height),
            surface: shown[placement.path]?.surface))
        shown[placement.path] = (placement, answer.surface)
        isNew = true
      } catch {
        // Not approved yet, or presented too often today. The frame stays empty, and the next tree retries.
      }
    }
    return isNew
  }
}
