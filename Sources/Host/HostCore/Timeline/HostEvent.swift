// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// An event of a run, for people. Names of items may appear here and in the ledger, but not in logs.
package struct HostEvent: Hashable, Codable, Sendable {
  package enum Kind: String, Hashable, Codable, Sendable {
    case callback, effect, shield, block, press, authorization, pick, notification, surface, widget, focus, process,
      source,
      clock, warning
    /// The first key of a ledger, shown to the person once and not stored elsewhere (PRIV-LG5).
    case ledgerKey
  }

  /// The outcome of a settled callback, for the recording.
  package struct Settlement: Hashable, Codable, Sendable {
    package var outcome: String
    package var reason: ReasonCode?
    package var sequence: Int64?
    /// The extension point of the delivery.
    package var point: String?
  }

  package var at: Timestamp
  package var kind: Kind
  package var family: String?
  /// `<family>.<name>` of the extension concerned.
  package var `extension`: String?
  /// The event, such as `intervalDidStart daily`.
  package var what: String
  /// The outcome or the reason, such as `applied, 2 effects`.
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
