// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionKit
public import SwiftUI

/// One report: what it is made of and how it is drawn.
///
/// Implement one form of `makeConfiguration`; each has a default that calls the other (`screen-time.md` §1.6).
public protocol DeviceActivityReportScene: AppExtensionScene {
  associatedtype Configuration
  associatedtype Content: View
  var context: DeviceActivityReport.Context { get }
  @ViewBuilder var content: (Configuration) -> Content { get }
  func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> Configuration
  /// The form of WWDC22.
  func makeConfiguration(representing data: [DeviceActivityData]) -> Configuration
}

extension DeviceActivityReportScene {
  public var body: _DeviceActivityReportSceneBody { _DeviceActivityReportSceneBody() }

  public func makeConfiguration(representing data: DeviceActivityResults<DeviceActivityData>) async -> Configuration {
    var elements: [DeviceActivityData] = []
    for await element in data { elements.append(element) }
    return makeConfiguration(representing: elements)
  }

  public func makeConfiguration(representing data: [DeviceActivityData]) -> Configuration {
    preconditionFailure("scene.noConfiguration: \(Self.self) has no makeConfiguration(representing:); implement it.")
  }
}

/// What a report scene consists of: the host's surface, nothing of the extension's.
public struct _DeviceActivityReportSceneBody: AppExtensionScene {
  public var body: Never { preconditionFailure("The body of a report scene is the host's surface; it has none here.") }
}
