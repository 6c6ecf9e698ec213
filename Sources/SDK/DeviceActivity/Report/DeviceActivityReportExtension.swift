// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionFoundation
public import ExtensionKit
internal import ExtensionRuntime

/// The program that draws a family's reports; mark it `@main`.
public protocol DeviceActivityReportExtension: AppExtension where Configuration == AppExtensionSceneConfiguration {
  associatedtype Body: DeviceActivityReportScene
  @DeviceActivityReportBuilder @MainActor @preconcurrency var body: Body { get }
}

extension DeviceActivityReportExtension {
  /// The point decides it; there is nothing to say.
  public var configuration: AppExtensionSceneConfiguration { AppExtensionSceneConfiguration() }

  /// Serves the host until it closes the wire.
  @MainActor public static func main() {
    ExtensionMain.run(handler: ReportHandler(scenes: Self().body))
  }
}
