// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// One event with its reason. `explain` reads only these (`reason-codes.md#what-happened-to-a-process`).
package struct JournalEntry: Hashable, Sendable {
  package var at: Timestamp
  package var family: String?
  package var `extension`: String?
  /// The states before and after, if the event changed one.
  package var before: String?
  package var after: String?
  package var reason: ReasonCode
  package var detail: String?

  package init(
    at: Timestamp, family: String? = nil, extension name: String? = nil, before: String? = nil, after: String? = nil,
    reason: ReasonCode, detail: String? = nil
  ) {
    self.at = at
    self.family = family
    self.extension = name
    self.before = before
    self.after = after
    self.reason = reason
    self.detail = detail
  }
}
