// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@_exported public import ExtensionFoundation

/// A part of an extension's user interface that the host displays.
public protocol AppExtensionScene {
  associatedtype Body: AppExtensionScene
  var body: Body { get }
}

extension Never: AppExtensionScene {
  public var body: Never { preconditionFailure("Never has no values, so its body is not called.") }
}

/// The configuration of an extension with scenes.
public struct AppExtensionSceneConfiguration: AppExtensionConfiguration {
  public init(_ scene: some AppExtensionScene) {}

  package init() {}
}
