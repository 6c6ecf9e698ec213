// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The result of `ledger verify`.
package enum LedgerVerdict: Hashable, Sendable, CustomStringConvertible {
  /// Every link is valid. The description states what could not be checked without heads or key.
  case intact(entries: Int, comparedHeads: Int, comparedCodes: Int?)
  case broken(seq: Int64, reason: String)

  package var isIntact: Bool {
    switch self {
    case .intact: true
    case .broken: false
    }
  }

  package var description: String {
    switch self {
    case .intact(let entries, let heads, let codes?):
      """
      All \(entries) entries follow from each other, and \(codes) of them were written with the key you noted\
      \(heads == 0 ? "; missing entries at the end are only detected with a head that you noted" : "").\
      \(heads == 0 ? "" : Self.compared(heads))
      """
    case .intact(let entries, 0, nil):
      """
      All \(entries) entries follow from each other; without a head or the key that you noted, missing entries at the \
      end, or a whole ledger rewritten by the host's user, are not detected.
      """
    case .intact(let entries, let heads, nil):
      "All \(entries) entries follow from each other.\(Self.compared(heads))"
    case .broken(let seq, let reason): "Entry \(seq) \(reason): the ledger was changed after it was written."
    }
  }

  private static func compared(_ heads: Int) -> String {
    heads == 1 ? " The head that you noted is in it." : " The \(heads) heads that you noted are in it."
  }
}
