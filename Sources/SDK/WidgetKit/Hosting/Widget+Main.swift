// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionRuntime
internal import SwiftUI

extension Widget {
  /// Serves the host until it closes the connection.
  public static func main() { ExtensionMain.run(handler: WidgetHandler { Self() }) }
}

extension WidgetBundle {
  /// Serves the host until it closes the connection.
  public static func main() { ExtensionMain.run(handler: WidgetHandler { Self().body }) }
}
