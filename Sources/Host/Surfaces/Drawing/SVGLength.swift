// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Lengths in SVG and CSS syntax.
enum SVGLength {
  /// Formats thousandths of a point as points, with at most three decimals.
  static func points(_ mpt: Int) -> String {
    let whole = abs(mpt) / 1_000
    var fraction = String(abs(mpt) % 1_000 + 1_000).dropFirst()
    while fraction.last == "0" { fraction = fraction.dropLast() }
    let sign = mpt < 0 ? "-" : ""
    return fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
  }
}
