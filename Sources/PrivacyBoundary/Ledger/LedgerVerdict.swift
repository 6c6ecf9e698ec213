// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What `ledger verify` found.
package enum LedgerVerdict: Hashable, Sendable, CustomStringConvertible {
  /// Every link holds. Without heads to compare with, the end may have been cut off: the text says so.
  case intact(entries: Int, comparedHeads: Int)
  case broken(seq: Int64, reason: String)

  package var isIntact: Bool {
    switch self {
    case .intact: true
    case .broken: false
    }
  }

  package var description: String {
    switch self {
    case .intact(let entries, 0):
      """
      All \(entries) entries follow from each other; without a head that you noted, entries cut off at the end, or a \
      whole ledger written anew by the host's user, would not be noticed.
      """
    case .intact(let entries, let heads):
      "All \(entries) entries follow from each other, and \(heads) daily heads are the ones you noted."
    case .broken(let seq, let reason): "Entry \(seq) \(reason): the ledger was changed after it was written."
    }
  }
}
