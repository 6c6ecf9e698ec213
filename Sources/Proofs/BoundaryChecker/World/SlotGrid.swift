// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The slots in which a host delivers callbacks about use (PRIV-MT2), as measured on the first simulated day. Every
/// family has its own.
package struct SlotGrid: Hashable, Sendable {
  /// The slot length in milliseconds; 1 if instants are exact.
  package var step: Int64
  package var phase: Int64

  package init(step: Int64, phase: Int64) {
    self.step = step
    self.phase = phase
  }

  package static let exact = SlotGrid(step: 1, phase: 0)

  /// The slot for an event at `time` milliseconds after midnight: the next one.
  func slot(ofMillisecond time: Int64) -> Int64 {
    (time - phase + step - 1).quotientAndRemainder(dividingBy: step).quotient
  }

  /// Whether an instant is the start of a slot.
  func isSlot(_ time: Int64) -> Bool { (time - phase) % step == 0 }
}
