// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import SwiftUI

/// A result builder for the one to twenty scenes of a report extension.
@resultBuilder
public struct DeviceActivityReportBuilder {
  /// Builds a single scene.
  public static func buildBlock<Scene: DeviceActivityReportScene>(_ scene: Scene) -> Scene { scene }

  /// Builds two to twenty scenes.
  public static func buildBlock<First: DeviceActivityReportScene, each Other: DeviceActivityReportScene>(
    _ first: First, _ other: repeat each Other
  ) -> _DeviceActivityReportScenes {
    var scenes: [any DeviceActivityReportScene] = [first]
    for scene in repeat each other { scenes.append(scene) }
    return _DeviceActivityReportScenes(scenes: scenes)
  }
}

/// A group of scenes. The scenes are found by their contexts; the group itself is never drawn.
public struct _DeviceActivityReportScenes: DeviceActivityReportScene {
  let scenes: [any DeviceActivityReportScene]

  /// Never used.
  public var context: DeviceActivityReport.Context { DeviceActivityReport.Context("") }

  /// Never drawn.
  public var content: (Bool) -> EmptyView { return { _ in EmptyView() } }

  /// Never called.
  public func makeConfiguration(representing data: [DeviceActivityData]) -> Bool { false }
}
