// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A principal class of Apple's API: the object whose methods a class point calls.
///
/// The base classes of the SDK conform; a developer subclasses those and never names this protocol.
public protocol _ExtensionPrincipal: AnyObject {
  /// Turns wire callbacks into calls of this object.
  var _handler: any ExtensionPointHandler { get }
}
