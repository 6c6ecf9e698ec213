// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionRuntime

extension App {
  /// Serves the host until it closes the connection.
  public static func main() {
    ExtensionMain.run(handler: AppHandler(window: PresentedAppWindow(app: { Self() })))
  }
}
