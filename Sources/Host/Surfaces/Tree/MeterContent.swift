// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// A progress view or gauge: a value between two ends, or a span of time that advances by itself (VIEW-17).
package struct MeterContent: Hashable, Sendable {
  package enum Style: String, CaseIterable, Sendable { case linear, circular }

  package var value: Int?
  package var minimum: Int?
  package var maximum: Int?
  package var from: Int64?
  package var to: Int64?
  /// Whether the bar of a span of time grows shorter.
  package var countsDown: Bool?
  package var style: Style?
  /// The colour of the bar; `nil` for the accent colour.
  package var tint: Paint?
  /// The colour of the texts.
  package var paint: Paint?
  /// A label that is drawn above the meter and read aloud.
  package var label: Words?
  package var current: Words?

  /// Text in the meter's own style, whose dates are formatted when it is drawn.
  package enum Words: Hashable, Sendable {
    case plain(String)
    case runs([TextContent.Run])
  }

  /// The progress at `now`, per mille; `nil` without a value, which is shown as indeterminate.
  package func fraction(at now: Int64) -> Int? {
    let low: Int64
    let high: Int64
    let place: Int64
    if let from, let to {
      (low, high, place) = (from, to, now)
    } else if let value {
      (low, high, place) = (Int64(minimum ?? 0), Int64(maximum ?? 1_000), Int64(value))
    } else {
      return nil
    }
    guard high > low else { return place >= high ? 1_000 : 0 }
    let fraction = Int(min(max(0, place - low), high - low) * 1_000 / (high - low))
    return from != nil && countsDown == true ? 1_000 - fraction : fraction
  }
}

/// One parameter of an intent, whose value was checked to be small, plain data.
package struct IntentParameter: Hashable, Sendable {
  package var name: String
  package var value: WireValue
}
