// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The device as far as extension sources ask for it.
open class UIDevice: NSObject, @unchecked Sendable {
  // SAFETY: there are no stored properties.
  public static let current = UIDevice()

  /// Always `Linux`: the model of the machine would tell whose it is.
  open var model: String { "Linux" }
  open var name: String { "Linux" }
  open var systemName: String { "Linux" }
}
