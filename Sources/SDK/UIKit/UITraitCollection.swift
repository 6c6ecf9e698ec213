// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime
public import Foundation

/// The light or dark appearance.
public enum UIUserInterfaceStyle: Int, Hashable, Sendable {
  case unspecified, light, dark
}

/// The traits of the person's device on which colours depend.
open class UITraitCollection: NSObject, @unchecked Sendable {
  // SAFETY: the only stored property is a constant.
  public let userInterfaceStyle: UIUserInterfaceStyle

  public override convenience init() { self.init(userInterfaceStyle: .unspecified) }

  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

  /// The appearance in the snapshot of the running callback, or light without a callback.
  open class var current: UITraitCollection {
    let scheme = ExtensionSession.current?.snapshot?.environment.colorScheme
    return UITraitCollection(userInterfaceStyle: scheme == .dark ? .dark : .light)
  }
}
