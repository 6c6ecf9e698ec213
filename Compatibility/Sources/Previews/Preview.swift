// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import SwiftUI

/// Declares a preview for Xcode's canvas: its body is type-checked, but produces nothing.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
  #externalMacro(module: "PreviewMacros", type: "PreviewMacro")

@freestanding(declaration)
public macro Preview(
  _ name: String? = nil, traits: PreviewTrait, _ additionalTraits: PreviewTrait...,
  @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewMacros", type: "PreviewMacro")

/// A display option of a preview.
public struct PreviewTrait: Sendable {
  public static var defaultLayout: PreviewTrait { PreviewTrait() }
  public static var sizeThatFitsLayout: PreviewTrait { PreviewTrait() }
  public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { PreviewTrait() }
  public static var portrait: PreviewTrait { PreviewTrait() }
  public static var landscapeLeft: PreviewTrait { PreviewTrait() }
  public static var landscapeRight: PreviewTrait { PreviewTrait() }
}

/// Lets a preview declare its own state; removed with the preview.
@attached(peer)
public macro Previewable() = #externalMacro(module: "PreviewMacros", type: "PreviewableMacro")

/// Turns a property of `EnvironmentValues` into an environment entry with its initial value as the default.
@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "PreviewMacros", type: "EntryMacro")
