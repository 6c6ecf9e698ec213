// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The screen, with its size for views that use it.
///
/// ### On Linux
/// The size is always 390 × 844 points, the size of the app's window, because the real size could identify the machine.
/// A report has the frame it is given; use a `GeometryReader` to read it.
open class UIScreen: NSObject, @unchecked Sendable {
  // SAFETY: there are no stored properties.
  public static let main = UIScreen()

  open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
  open var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: 780, height: 1688) }
  open var scale: CGFloat { 2 }
  open var nativeScale: CGFloat { 2 }
  open var brightness: CGFloat { 1 }
  open var traitCollection: UITraitCollection { .current }
}
