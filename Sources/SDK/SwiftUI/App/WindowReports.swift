// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionRuntime
import Foundation

/// The report surfaces that stand in a window, by place.
@MainActor
final class WindowReports {
  private var shown: [ViewPath: (placement: ReportPlacement, surface: String)] = [:]
  private var wanted: [ReportPlacement] = []

  nonisolated init() {}

  /// Call before a tree is resolved: what an earlier one wanted counts no more.
  func begin() { wanted = [] }

  /// The surface of a report that was presented before; else it is noted and presented next.
  func surface(for placement: ReportPlacement) -> String? {
    if let known = shown[placement.path], known.placement.isSame(as: placement) { return known.surface }
    wanted.append(placement)
    return shown[placement.path]?.surface
  }

  /// - Returns: whether a surface is new, so that the tree must be resolved again.
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
        // Not approved yet, or too often today: the frame stays empty, and the next tree asks again.
      }
    }
    return isNew
  }
}
