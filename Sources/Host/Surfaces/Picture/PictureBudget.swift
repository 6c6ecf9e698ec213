// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The work that a picture may take, measured in device pixels touched rather than in time, so that the limit applies
/// equally on every machine (VIEW-25).
struct PictureBudget {
  /// About a hundred times the cost of a full phone page at three pixels per point.
  static let whole = 600_000_000

  private var left = PictureBudget.whole

  /// - Throws: `view.layout`.
  mutating func spend(_ pixels: Double, times factor: Int = 1) throws(ViewFault) {
    let cost = pixels.isFinite ? min(pixels, 1e12) * Double(factor) : 1e12
    left -= Int(min(cost, 1e12)) + 64
    guard left >= 0 else { throw ViewFault("view.layout", at: "", "takes more painting than a picture may use") }
  }
}
