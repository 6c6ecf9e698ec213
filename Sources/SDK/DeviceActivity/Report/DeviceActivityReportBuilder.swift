// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import SwiftUI

/// Puts the scenes of a report extension together, one to twenty.
@resultBuilder
public struct DeviceActivityReportBuilder {
  /// One scene.
  public static func buildBlock<Scene: DeviceActivityReportScene>(_ scene: Scene) -> Scene { scene }

  /// Two to twenty scenes.
  public static func buildBlock<First: DeviceActivityReportScene, each Other: DeviceActivityReportScene>(
    _ first: First, _ other: repeat each Other
  ) -> _DeviceActivityReportScenes {
    var scenes: [any DeviceActivityReportScene] = [first]
    for scene in repeat each other { scenes.append(scene) }
    return _DeviceActivityReportScenes(scenes: scenes)
  }
}

/// Several scenes where one is asked for; each of them is found by its context, this one never is.
public struct _DeviceActivityReportScenes: DeviceActivityReportScene {
  let scenes: [any DeviceActivityReportScene]

  /// Never asked for.
  public var context: DeviceActivityReport.Context { DeviceActivityReport.Context("") }

  /// Never drawn.
  public var content: (Bool) -> EmptyView { return { _ in EmptyView() } }

  /// Never called.
  public func makeConfiguration(representing data: [DeviceActivityData]) -> Bool { false }
}
