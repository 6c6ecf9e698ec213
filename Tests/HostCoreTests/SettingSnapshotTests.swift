// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ProcessSupervision
import ScreenTimeRules
import Testing

@testable import HostCore

/// The settings and defaults that a family finds in its next snapshot are those that it has set.
@Suite struct SettingSnapshotTests {
  /// A value of each form that a setting can have, some with the family's own tokens.
  private static func values(_ own: Selection) -> [(key: String, value: WireValue)] {
    let (apps, sites, kinds) = (own.applications.wire, own.webDomains.wire, own.categories.wire)
    let app = own.applications.map(\.wire).first ?? .null
    let site = own.webDomains.map(\.wire).first ?? .null
    return [
      ("gameCenter.denyAddingFriends", true), ("account.lockAccounts", false), ("media.maximumMovieRating", 300),
      ("safari.cookiePolicy", "never"), ("shield.applications", apps), ("shield.webDomains", sites),
      ("application.blockedApplications", [["bundleID": "org.example.Game"], ["token": app]]),
      ("shield.applicationCategories", ["policy": "none"]),
      ("shield.applicationCategories", ["except": apps, "policy": "all"]),
      ("shield.applicationCategories", ["categories": kinds, "except": apps, "policy": "specific"]),
      ("shield.webDomainCategories", ["except": sites, "policy": "all"]),
      ("shield.webDomainCategories", ["categories": kinds, "except": [], "policy": "specific"]),
      ("webContent.blockedByFilter", ["policy": "none"]),
      ("webContent.blockedByFilter", ["domains": [["domain": "example.com"], ["token": site]], "policy": "specific"]),
      ("webContent.blockedByFilter", ["except": [["domain": "example.com"]], "policy": "all"]),
      (
        "webContent.blockedByFilter",
        ["domains": [["domain": "example.com"]], "except": [["token": site]], "policy": "auto"]
      ),
    ]
  }

  /// The snapshot in the request of the app's next opening, which answers with effects.
  private func snapshot(_ life: PlayedLife, answering effects: [WireValue]) throws -> WireObject {
    let call = try life.open("homework")
    let sent = try #require(life.bench.sent.last { $0.call == call })
    try life.end(call, .replied(["effects": .array(effects)]))
    life.leave("homework")
    guard case .object(let members) = sent.request, case .object(let snapshot)? = members["snapshot"] else {
      throw CancellationError()
    }
    return snapshot
  }

  private func find(_ name: String, in value: WireValue?) -> [WireValue] {
    switch value {
    case .object(let object):
      // A default is an entry with its key.
      (object["key"] == .string(name) ? [object["value"] ?? .null] : [])
        + object.members.flatMap { ($0.name == name ? [$0.value] : []) + find(name, in: $0.value) }
    case .array(let values): values.flatMap { find(name, in: $0) }
    default: []
    }
  }

  @Test func `a setting comes back as it was set, and not any more once it is cleared`() throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    let own = try #require(life.selections["homework"])
    for (key, value) in Self.values(own) {
      let set: WireValue = ["key": .string(key), "kind": "setSetting", "store": "one", "value": value]
      _ = try snapshot(life, answering: [set])
      let found = try snapshot(life, answering: [["kind": "clearStore", "store": "one"]])
      #expect(find(key, in: .object(found)) == [value], "\(key)")
      #expect(find(key, in: .object(try snapshot(life, answering: []))).isEmpty, "\(key)")
    }
  }

  @Test(arguments: [
    PropertyValue.bool(true), .integer(-7), .decimal("1.5"), .string("text"), .date(1_792_396_800_000), .data("AQ=="),
    .list([.integer(1), .string("two")]), .url("https://example.org"),
    .map([.init(key: "a", value: .integer(1)), .init(key: "b", value: .list([]))]),
  ])
  func `a default comes back as it was set, and not any more once it is removed`(_ value: PropertyValue) throws {
    let life = try PlayedLife(points: [])
    try life.meet("homework", picking: ["org.gnome.Chess"])
    for suite in ["standard", "group.test.homework"] {
      _ = try snapshot(life, answering: [Effect.setDefault(suite: suite, key: "own key", value: value).wire])
      let found = try snapshot(life, answering: [Effect.setDefault(suite: suite, key: "own key", value: nil).wire])
      #expect(find("own key", in: .object(found)) == [value.wire], "\(suite)")
      #expect(find("own key", in: .object(try snapshot(life, answering: []))).isEmpty, "\(suite)")
    }
  }
}
