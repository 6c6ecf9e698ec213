// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Fixtures may trap.
// swift-format-ignore-file: NeverUseForceTry

import ExtensionProtocol
import PrivacyBoundary
import Testing

@Suite struct RequestEncoderTests {
  private let policy = try! FlowPolicy.builtIn()

  private func encoder(_ point: ExtensionPoint, _ profile: PrivacyProfile = .tight) -> RequestEncoder {
    RequestEncoder(policy: policy, point: point, profile: profile)
  }

  @Test(arguments: ExtensionPoint.allCases) func `every field of the largest hello has a row`(_ point: ExtensionPoint)
    throws
  {
    let params = MaximalMessages.hello(point)
    #expect(try encoder(point).hello(params).body == params.wire)
  }

  @Test(arguments: ExtensionPoint.allCases.filter { !$0.isSealed })
  func `every field of the largest callbacks has a row`(_ point: ExtensionPoint) throws {
    for params in MaximalMessages.performs(point) {
      let request = try encoder(point).perform(params)
      #expect(request.body == params.wire)
      #expect(request.form == .call(.perform))
      #expect(request.point == point)
    }
  }

  @Test func `every field of the largest replies has a row`() throws {
    let app = encoder(.app)
    for point in ExtensionPoint.allCases where point.mayHaveEffects {
      _ = try encoder(point).result(of: CommitResult(revision: 1, snapshot: MaximalMessages.snapshot(point)))
      _ = try encoder(point).failure(MaximalMessages.error)
    }
    _ = try app.result(of: AuthorizeResult(authorization: .denied))
    _ = try app.result(of: PickResult(selection: MaximalMessages.selection))
    _ = try app.result(of: PresentReportResult(surface: "s1", presentsAt: 1))
    _ = try app.result(of: PresentWindowResult(tree: 1))
    for point in ExtensionPoint.allCases where !point.isSealed {
      _ = try encoder(point).cancel(Cancel(request: RequestID(.host, 2), reason: .deadline))
      _ = try encoder(point).shutdown(Shutdown(reason: .idle))
    }
  }

  @Test func `an empty list or object passes if one of its members may`() throws {
    var params = MaximalMessages.performs(.monitor)[0]
    params.snapshot.stores = [StoreSnapshot(name: "limits", settings: [:])]
    params.snapshot.activities[0].events[0].applications = []
    params.snapshot.activities[0].events[0].threshold = DateComponentsValue()
    _ = try encoder(.monitor).perform(params)
  }

  @Test(arguments: ["perform", "hello", "commit", "error"]) func `a field without a row can't be encoded`(
    _ root: String
  ) throws {
    let error = #expect(throws: FlowPolicyError.self) {
      try encoder(.app).encode(["usage": 3], as: .call(.perform), at: root)
    }
    #expect(error?.reason == .unlisted)
    #expect(error?.field == "\(root)/usage")
  }

  @Test func `a message without rows can't be encoded`() {
    let error = #expect(throws: FlowPolicyError.self) { try encoder(.app).encode([:], as: .call(.data), at: "usage") }
    #expect(error?.reason == .message)
  }

  /// Adds an unlisted member to every object of a maximal request, one at a time.
  @Test(arguments: ExtensionPoint.allCases.filter { !$0.isSealed })
  func `refuses an added field in any object`(_ point: ExtensionPoint) throws {
    for params in MaximalMessages.performs(point) {
      for (changed, path) in Self.additions(to: params.wire, at: "perform") {
        let error = #expect(throws: FlowPolicyError.self) {
          try encoder(point).encode(changed, as: .call(.perform), at: "perform")
        }
        #expect(error?.reason == .unlisted)
        #expect(error?.field == path)
      }
    }
  }

  /// Each changed value with the path of the added member.
  private static func additions(to value: WireValue, at path: String) -> [(WireValue, path: String)] {
    switch value {
    case .object(let object):
      var more = object
      more["zzz"] = 1
      var results: [(WireValue, path: String)] = [(.object(more), path + "/zzz")]
      for member in object.members {
        for (changed, path) in additions(to: member.value, at: "\(path)/\(member.name)") {
          var copy = object
          copy[member.name] = changed
          results.append((.object(copy), path))
        }
      }
      return results
    case .array(let elements):
      return elements.indices.flatMap { index in
        additions(to: elements[index], at: path).map { changed, path in
          var copy = elements
          copy[index] = changed
          return (.array(copy), path)
        }
      }
    case .null, .bool, .integer, .string: return []
    }
  }

  @Test func `a field of one point can't go to another`() throws {
    for point in ExtensionPoint.allCases where point != .monitor && !point.isSealed {
      let error = #expect(throws: FlowPolicyError.self) {
        try encoder(point).encode(["delivery": ["mode": "exact"]], as: .call(.perform), at: "perform")
      }
      #expect(error?.reason == .point)
    }
    for member in ["badge", "focus", "widgets"] {
      let error = #expect(throws: FlowPolicyError.self) {
        try encoder(.monitor).encode(["snapshot": .object([member: 1])], as: .call(.perform), at: "perform")
      }
      #expect(error != nil)
    }
  }

  @Test func `names and figures can't be sent to an unsealed point under any profile`() throws {
    for profile in PrivacyProfile.allCases {
      for point in ExtensionPoint.allCases where !point.isSealed {
        for name in ["name", "kind", "bundleID"] {
          #expect(throws: FlowPolicyError.self) {
            try encoder(point, profile).encode(
              ["arguments": ["item": .object([name: "Block World"])]], as: .call(.perform), at: "perform")
          }
        }
        #expect(throws: FlowPolicyError.self) {
          try encoder(point, profile).encode(MaximalMessages.data().wire, as: .call(.data), at: "data")
        }
      }
    }
  }

  @Test func `a sealed callback can't be encoded without a seal`() throws {
    for point in ExtensionPoint.allCases where point.isSealed {
      for params in MaximalMessages.performs(point) {
        #expect(throws: FlowPolicyError.self) { try encoder(point, .open).perform(params) }
      }
    }
    let shield = MaximalMessages.performs(.shieldConfiguration)[0]
    let error = #expect(throws: FlowPolicyError.self) {
      try encoder(.shieldConfiguration, .open).encode(shield.wire, as: .call(.perform), at: "perform")
    }
    #expect(error?.reason == .beforeSeal)
    let data = #expect(throws: FlowPolicyError.self) {
      try encoder(.report, .open).encode(MaximalMessages.data().wire, as: .call(.data), at: "data")
    }
    #expect(data?.reason == .beforeSeal)
  }

  @Test func `refuses a scalar in place of an object`() {
    let error = #expect(throws: FlowPolicyError.self) {
      try encoder(.monitor).encode(["snapshot": "everything"], as: .call(.perform), at: "perform")
    }
    #expect(error?.reason == .unlisted)
  }

  @Test func `a refusal is one sentence that names field and point`() {
    let error = #expect(throws: FlowPolicyError.self) {
      try encoder(.app).encode(["x": 1], as: .call(.hello), at: "hello")
    }
    #expect(error?.description == "The flow policy has no row for “hello/x”, so it can't be sent to app.")
  }
}
