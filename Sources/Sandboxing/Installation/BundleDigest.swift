// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A hash in the making: told the bytes piece by piece, asked for its text at the end.
public struct BundleDigest {
  let update: ([UInt8]) -> Void
  let finish: () -> String

  public init(update: @escaping ([UInt8]) -> Void, finish: @escaping () -> String) {
    self.update = update
    self.finish = finish
  }

  /// For copies whose bytes nobody has to approve.
  static var none: BundleDigest { BundleDigest(update: { _ in }, finish: { "" }) }
}
