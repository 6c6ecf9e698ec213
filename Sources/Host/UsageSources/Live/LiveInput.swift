// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// What the live sources and clocks say, in the order in which a device takes it.
package enum LiveInput: Hashable, Sendable {
  /// Use that was not given before. Spans ascend and never overlap.
  case use(UseSpan)
  /// The device's clock is here now, and nothing that came before is left to give.
  case time(Timestamp)
  case source(SourceEvent)
  /// For the operator: a line or a connection was refused.
  case rejected(SourcePlace, SampleRejection)
  case rejectedMore(SourcePlace, Int)
}
