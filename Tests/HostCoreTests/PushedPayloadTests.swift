// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import ScreenTimeRules
import Testing

@testable import HostCore

/// What the members of a pushed payload ask for.
@Suite struct PushedPayloadTests {
  private let now = Timestamp(milliseconds: 1_792_396_800_000)

  private func payload(_ members: String) throws -> RemotePayload {
    try RemotePayload(json: Data("{\"aps\":{\(members)}}".utf8))
  }

  @Test(arguments: [("1", true), ("true", true), ("0", false), ("2", false), ("-1", false), ("false", false)])
  func `a switch is on if it is 1 or true`(_ value: String, _ isOn: Bool) throws {
    let changed = try payload("\"content-changed\":\(value)")
    #expect(changed.isContentChanged == isOn && !changed.wakesApp)
    let available = try payload("\"content-available\":\(value)")
    #expect(available.wakesApp == isOn && !available.isContentChanged)
  }

  @Test func `a payload without members asks for nothing`() throws {
    let empty = try payload("")
    #expect(try empty.request("p", at: now) == nil)
    #expect(empty.badge == nil && !empty.isContentChanged && !empty.wakesApp)
  }

  @Test(
    arguments: [
      (nil, .active), ("passive", .passive), ("active", .active), ("time-sensitive", .timeSensitive),
      ("critical", .critical),
    ] as [(String?, ScreenTimeRules.NotificationRequest.Level)])
  func `an alert is a notification of the level that the payload names`(
    _ word: String?, _ level: ScreenTimeRules.NotificationRequest.Level
  ) throws {
    let own = word.map { ",\"interruption-level\":\"\($0)\"" } ?? ""
    let all = try payload(
      #""alert":{"title":"Maths","subtitle":"Due","body":"Page 4"},"filter-criteria":"school""# + own)
    #expect(
      try all.request("p", at: now)
        == ScreenTimeRules.NotificationRequest(
          id: "p", title: "Maths", subtitle: "Due", body: "Page 4", level: level, filterCriteria: "school",
          scheduledAt: now))
    let words = try payload("\"alert\":\"Only words\"" + own)
    #expect(
      try words.request("q", at: now)
        == ScreenTimeRules.NotificationRequest(
          id: "q", title: "", body: "Only words", level: level, scheduledAt: now))
  }

  @Test func `a payload is the same after it was stored or sent`() throws {
    let payload = try payload(
      #""alert":{"body":"Page 4"},"badge":3,"filter-criteria":"school","content-changed":1,"content-available":1"#)
    let read = try JSONDecoder().decode(RemotePayload.self, from: JSONEncoder().encode(payload))
    #expect(read == payload && read.badge == 3 && read.isContentChanged && read.wakesApp)
    let order = PersonOrder(.push(FamilyID("f"), payload), act: "a")
    #expect(try PersonOrder(wire: order.wire, at: "", from: .extension) == order)
  }
}
