// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

@_exported public import ExtensionFoundation

/// A part of an extension's interface that the host shows.
public protocol AppExtensionScene {
  associatedtype Body: AppExtensionScene
  var body: Body { get }
}

extension Never: AppExtensionScene {
  public var body: Never { preconditionFailure("There is no value of type Never, so nobody asks for its body.") }
}

/// The configuration of an extension that has scenes.
public struct AppExtensionSceneConfiguration: AppExtensionConfiguration {
  public init(_ scene: some AppExtensionScene) {}

  package init() {}
}
