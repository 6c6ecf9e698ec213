// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The slots in which a host delivers what tells of use (PRIV-MT2), as a check found them on the first day it
/// lived: every family has its own.
package struct SlotGrid: Hashable, Sendable {
  /// In milliseconds; 1: every instant is told as it is.
  package var step: Int64
  package var phase: Int64

  package init(step: Int64, phase: Int64) {
    self.step = step
    self.phase = phase
  }

  package static let exact = SlotGrid(step: 1, phase: 0)

  /// The slot in which something is told that happened so many milliseconds after midnight: the next one.
  func slot(ofMillisecond time: Int64) -> Int64 {
    (time - phase + step - 1).quotientAndRemainder(dividingBy: step).quotient
  }

  /// Whether an instant is one of its slots.
  func isSlot(_ time: Int64) -> Bool { (time - phase) % step == 0 }
}
