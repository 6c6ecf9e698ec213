// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// A restarted host's knowledge of an item that the person withdrew.
@Suite struct WithdrawnItemTests {
  @Test func `an item that the person withdrew stays withdrawn after a restart, and its neighbour named`() throws {
    let fixture = try BoundaryFixture()
    let (withdrawn, kept) = (Item.application("org.mozilla.firefox"), Item.webDomain("example.org"))
    let tokens = try fixture.issue([withdrawn, kept])
    try fixture.store.transaction { try fixture.registry.revoke(withdrawn, of: "homework", in: $0) }
    let reopened = try fixture.reopened()
    #expect(tokens.map { reopened.resolve($0, of: "homework") } == [nil, kept])
    #expect(reopened.nameableItems(of: "homework") == [kept])
    let invalid = reopened.invalidTokens(of: "homework")
    #expect(invalid.map(\.token) == [tokens[0]] && invalid.map(\.because) == [.revoked])
  }
}
