// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// Something that happened in a run, for people: names of items appear here and in the ledger, never in a log.
package struct HostEvent: Hashable, Codable, Sendable {
  package enum Kind: String, Hashable, Codable, Sendable {
    case callback, effect, shield, press, authorization, pick, notification, surface, process, source, clock,
      warning
    /// The first key of a ledger: shown to the person once, and kept nowhere else (PRIV-LG5).
    case ledgerKey
  }

  /// How a callback was settled, for the recording.
  package struct Settlement: Hashable, Codable, Sendable {
    package var outcome: String
    package var reason: ReasonCode?
    package var sequence: Int64?
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
  package var settlement: Settlement?

  package init(
    at: Timestamp, _ kind: Kind, family: String? = nil, extension id: String? = nil, _ what: String,
    detail: String = "", settlement: Settlement? = nil
  ) {
    self.at = at
    self.kind = kind
    self.family = family
    self.extension = id
    self.what = what
    self.detail = detail
    self.settlement = settlement
  }
}
