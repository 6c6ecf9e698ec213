// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import Testing

/// The policy's decisions on empty values, on values of the wrong shape, and on fields that were widened one by one.
@Suite struct FlowTreeTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Host/PrivacyBoundary/flow-policy.json")

  /// The ninth policy, in which these fields were widened by the policies given.
  private func ninthPolicy(widened: [String: Int]) throws -> FlowPolicy {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.file))
    var file = try #require(json as? [String: Any])
    let rows = try #require(file["fields"] as? [[String: Any]])
    file["policy"] = 9
    file["fields"] = rows.map { row -> [String: Any] in
      var row = row
      if let field = row["field"] as? String, let number = widened[field] { row["widened"] = number }
      return row
    }
    return try FlowPolicy(json: Array(JSONSerialization.data(withJSONObject: file)))
  }

  /// The message that is sent, or why it is not.
  private func outcome(
    of value: WireValue, _ policy: FlowPolicy, _ point: ExtensionPoint, consent: Int? = nil
  ) -> (sent: WireValue?, refused: FlowPolicyError?) {
    let encoder = RequestEncoder(policy: policy, point: point, profile: .standard, consent: consent)
    do throws(FlowPolicyError) {
      return (try encoder.encode(value, as: .call(.perform), at: "perform").body, nil)
    } catch {
      return (nil, error)
    }
  }

  @Test func `an empty value is sent where a member may be sent, and a plain one only where a field ends`() throws {
    let policy = try FlowPolicy.builtIn()
    let cases: [(value: WireValue, point: ExtensionPoint, reason: FlowPolicyError.Reason?, field: String)] = [
      (["delivery": ["mode": "exact"]], .monitor, nil, ""),
      (["delivery": 1], .monitor, .unlisted, "perform/delivery"),
      (["delivery": true], .app, .unlisted, "perform/delivery"),
      (["delivery": [["mode": "exact"], "exact"]], .monitor, .unlisted, "perform/delivery"),
      (["snapshot": 1], .monitor, .unlisted, "perform/snapshot"),
      ("everything", .monitor, .unlisted, "perform"),
      (["delivery": [:]], .monitor, nil, ""),
      (["arguments": ["changes": []]], .app, nil, ""),
      (["arguments": ["changes": []]], .monitor, .point, "perform/arguments/changes"),
      (["arguments": ["category": [:]]], .shieldConfiguration, nil, ""),
      (["arguments": ["category": [:]]], .monitor, .point, "perform/arguments/category"),
      (["arguments": ["category": []]], .app, .point, "perform/arguments/category"),
    ]
    for (value, point, reason, field) in cases {
      let (sent, refused) = outcome(of: value, policy, point)
      #expect(refused?.reason == reason && refused?.field ?? "" == field, "\(value) at \(point)")
      #expect(sent == (reason == nil ? value : nil), "\(value) at \(point)")
    }
  }

  @Test func `a field is sent from the consent to the policy that widened it on, though others still wait`() throws {
    let policy = try ninthPolicy(widened: ["perform/delivery/mode": 3, "perform/delivery/interval/id": 5])
    #expect(policy.newestWidening == 5)
    let fields: [(value: WireValue, path: String, since: Int)] = [
      (["delivery": ["sequence": 1]], "perform/delivery/sequence", 1),
      (["delivery": ["mode": "exact"]], "perform/delivery/mode", 3),
      (["delivery": ["interval": ["id": "a@1"]]], "perform/delivery/interval/id", 5),
    ]
    for (value, path, since) in fields {
      for consent in [0, 1, 2, 3, 4, 5, 6, 9, nil] {
        let isCovered = consent.map { $0 >= since } ?? true
        let (sent, refused) = outcome(of: value, policy, .monitor, consent: consent)
        #expect(sent == (isCovered ? value : nil), "\(path) under \(String(describing: consent))")
        #expect(refused?.reason == (isCovered ? nil : .consent) && refused?.field == (isCovered ? nil : path))
      }
    }
  }

  @Test func `each widened field is a flow of its own at each point, until a consent covers it`() throws {
    let policy = try ninthPolicy(widened: [
      "perform/delivery/mode": 3, "perform/delivery/interval/id": 5, "perform/arguments/query": 4,
    ])
    let interval = "5 monitor be sent “perform/delivery/interval/id”"
    let mode = "3 monitor be sent “perform/delivery/mode”"
    let query = ["4 widget be sent “perform/arguments/query”", "4 focusFilter be sent “perform/arguments/query”"]
    let expected: [Int: [String]] = [
      1: [interval, mode] + query, 2: [interval, mode] + query, 3: [interval] + query, 4: [interval],
    ]
    for consent in 1...6 {
      let flows = policy.suspended(since: consent, profile: .standard)
      let listed = flows.map { "\($0.widened) \($0.point.rawValue) \($0.says)" }
      #expect(listed == expected[consent] ?? [], "since \(consent)")
      let points = ExtensionPoint.allCases.filter { policy.isSuspended($0, since: consent) }
      #expect(points == ExtensionPoint.allCases.filter { point in flows.contains { $0.point == point } })
    }
    let suspension = try #require(
      Suspension(
        family: "homework", name: "Homework", points: Set(ExtensionPoint.allCases), profile: .standard, agreed: 2,
        policy: policy))
    // Two points wait for the query, but the person is told of it once.
    let says = ["delivery/interval/id", "delivery/mode", "arguments/query"].map { "be sent “perform/\($0)”" }
    #expect(suspension.waits == says)
    #expect(suspension.what == "\(says[0]); and 2 more")
    #expect(suspension.agreed == 2 && suspension.widened == 5)
  }

  @Test(arguments: ExtensionPoint.allCases.filter(\.isSealed))
  func `a callback of a sealed point is refused as a whole, whatever is in it`(_ point: ExtensionPoint) throws {
    let policy = try FlowPolicy.builtIn()
    for profile in PrivacyProfile.allCases {
      for params in MaximalMessages.performs(point) {
        let error = #expect(throws: FlowPolicyError.self) {
          try RequestEncoder(policy: policy, point: point, profile: profile).perform(params)
        }
        #expect(error?.reason == .message && error?.field == "perform" && error?.point == point)
      }
    }
  }
}
