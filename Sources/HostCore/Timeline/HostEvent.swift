// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// Something that happened in a run, for people: names of items appear here and in the ledger, never in a log.
package struct HostEvent: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case callback, effect, shield, press, authorization, pick, notification, surface, process, warning
    /// The first key of a ledger: shown to the person once, and kept nowhere else (`privacy.md` LG5).
    case ledgerKey
  }

  package var at: Timestamp
  package var kind: Kind
  package var family: String?
  /// `<family>.<name>` of the extension concerned.
  package var `extension`: String?
  /// What happened, such as `intervalDidStart daily`.
  package var what: String
  /// How it ended or why, such as `applied, 2 effects`.
  package var detail: String

  package init(
    at: Timestamp, _ kind: Kind, family: String? = nil, extension id: String? = nil, _ what: String,
    detail: String = ""
  ) {
    self.at = at
    self.kind = kind
    self.family = family
    self.extension = id
    self.what = what
    self.detail = detail
  }
}
