// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// A principal class of Apple's API: the object whose methods the extension point calls.
///
/// The SDK's base classes conform. Developers subclass those and don't use this protocol.
public protocol _ExtensionPrincipal: AnyObject {
  /// The extension point that objects of this class serve.
  static var _point: ExtensionPoint { get }

  /// The handler that converts wire callbacks to calls of this object.
  var _handler: any ExtensionPointHandler { get }
}
