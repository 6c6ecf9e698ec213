// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import ExtensionRuntime
internal import Foundation
internal import SwiftUI

/// Draws a report: the scene for the context makes the configuration, and its content becomes the view tree.
package final class ReportHandler: ExtensionPointHandler, Sendable {
  package let point = ExtensionPoint.report
  private let scenes: ReportScenes
  private let names: [String]
  /// The type of a scene without a form of `makeConfiguration` (§8.15).
  private let incomplete: String?

  @MainActor
  package init(scenes body: some DeviceActivityReportScene) {
    scenes = ReportScenes((body as? _DeviceActivityReportScenes)?.scenes ?? [body])
    names = scenes.contexts
    incomplete = scenes.incomplete
  }

  package func contexts() throws -> [String]? {
    if let double = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw HandlerFailure(
        ErrorObject(.extensionError, "scene.duplicate: two scenes have the context “\(double)”; give each its own."))
    }
    if names.count > 20 {
      throw HandlerFailure(ErrorObject(.extensionError, "scene.tooMany: \(names.count) scenes; the maximum is 20."))
    }
    if let incomplete {
      throw HandlerFailure(
        ErrorObject(
          .extensionError, "scene.noConfiguration: \(incomplete) has no makeConfiguration(representing:); implement it."
        ))
    }
    return names
  }

  package func perform(_ request: CallbackRequest) throws -> WireValue {
    guard case .makeReport(let context, let filter, let frame) = request.callback else {
      throw HandlerFailure.unknownCallback(request, at: point)
    }
    guard let session = ExtensionSession.current else { return [:] }
    let (scenes, data) = (scenes, request.data)
    let person = request.params.snapshot.environment
    let drawn = try session.waitForTask {
      try await scenes.view(for: context, of: data, filter: filter, frame: frame, person: person)
    }
    for line in drawn.diagnostics { session.log(line) }
    return ["view": drawn.tree]
  }
}

/// The scenes, which are isolated to the main actor like their bodies.
@MainActor
private final class ReportScenes {
  private let scenes: [any DeviceActivityReportScene]

  init(_ scenes: [any DeviceActivityReportScene]) { self.scenes = scenes }

  var contexts: [String] { scenes.map(\.context.rawValue) }

  var incomplete: String? {
    func has(_ scene: some DeviceActivityReportScene) -> Bool { type(of: scene).hasConfiguration }
    return scenes.first { !has($0) }.map { String(describing: type(of: $0)) }
  }

  func view(
    for context: String, of data: ReportDataStream, filter: ReportFilter, frame: ViewFrame,
    person: EnvironmentSnapshot
  ) async throws -> (tree: WireValue, diagnostics: [String]) {
    guard let scene = scenes.first(where: { $0.context.rawValue == context }) else {
      throw HandlerFailure(ErrorObject(.extensionError, "scene.unknown: no scene has the context “\(context)”."))
    }
    guard let content = await Self.content(of: scene, DeviceActivityResults(data, filter: filter)) else {
      throw HandlerFailure(
        ErrorObject(.extensionError, "scene.noConfiguration: “\(context)” has no makeConfiguration(representing:)."))
    }
    let size = CGSize(width: Double(frame.width) / 1_000, height: Double(frame.height) / 1_000)
    return try await SettledTree.encode(for: .report, environment: EnvironmentValues(person), size: size) {
      try $0.encode(content)
    }
  }

  private static func content<Scene: DeviceActivityReportScene>(
    of scene: Scene, _ data: DeviceActivityResults<DeviceActivityData>
  ) async -> (any View)? {
    await scene.configuration(of: data).map { scene.content($0) }
  }
}
