// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// An input from the live sources and clocks, in the order in which the device processes it.
package enum LiveInput: Hashable, Sendable {
  /// Use that was not passed before. Spans ascend and never overlap.
  case use(UseSpan)
  /// The device's clock is at this time, and all earlier inputs have been passed.
  case time(Timestamp)
  case source(SourceEvent)
  /// A line or a connection was refused; for the operator.
  case rejected(SourcePlace, SampleRejection)
  case rejectedMore(SourcePlace, Int)
}
