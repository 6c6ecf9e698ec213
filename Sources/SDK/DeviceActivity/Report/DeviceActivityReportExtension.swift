// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionFoundation
public import ExtensionKit
internal import ExtensionRuntime

/// The main type of an extension that draws a family's reports. Mark it `@main`.
public protocol DeviceActivityReportExtension: AppExtension where Configuration == AppExtensionSceneConfiguration {
  associatedtype Body: DeviceActivityReportScene
  @DeviceActivityReportBuilder @MainActor @preconcurrency var body: Body { get }
}

extension DeviceActivityReportExtension {
  /// The configuration, which has no content because the extension point determines everything.
  public var configuration: AppExtensionSceneConfiguration { AppExtensionSceneConfiguration() }

  /// Serves the host until it closes the connection.
  @MainActor public static func main() {
    ExtensionMain.run(handler: ReportHandler(scenes: Self().body))
  }
}
