// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import Testing

@Suite struct FlowPolicyTests {
  @Test func `the built-in policy is the file beside its sources`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/PrivacyBoundary/flow-policy.json")
    let read = try FlowPolicy(json: Array(Data(contentsOf: file)))
    let builtIn = try FlowPolicy.builtIn()
    #expect(builtIn.version == read.version)
    #expect(builtIn.rows.map(\.field) == read.rows.map(\.field))
  }

  @Test func `every row names a test that exists`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    for row in try FlowPolicy.builtIn().rows {
      #expect(!row.tests.isEmpty, "\(row.field)")
      for test in row.tests {
        let file = folder.appendingPathComponent("\(test).swift").path
        #expect(FileManager.default.fileExists(atPath: file), "\(row.field) names \(test)")
      }
    }
  }

  @Test func `every release says what, who, where, when and how much, and has its sentence`() throws {
    for row in try FlowPolicy.builtIn().rows {
      guard let release = row.release else { continue }
      #expect((1...9).contains(release.dc), "\(row.field)")
      for text in [release.what, release.who, release.where, release.when, release.bits] { #expect(!text.isEmpty) }
      for point in row.points { #expect(row.ledger[point.rawValue] != nil, "\(row.field) at \(point.rawValue)") }
    }
  }

  @Test func `names, figures and durations go to sealed points only, and only behind the seal`() throws {
    for row in try FlowPolicy.builtIn().rows where row.label == .item || row.label == .device {
      #expect(row.points.allSatisfy { $0.isSealed }, "\(row.field)")
      #expect(row.to.values.allSatisfy { $0.after == "seal" }, "\(row.field)")
      #expect(row.egress == ["surface"], "\(row.field)")
      #expect(row.release == nil, "\(row.field): sealed points release nothing")
    }
  }

  @Test func `every kind of ledger entry has a sentence`() throws {
    let policy = try FlowPolicy.builtIn()
    for kind in LedgerKind.allCases { #expect(policy.kinds[kind]?.says.isEmpty == false) }
  }

  @Test func `every declassification point but data access is in the policy`() throws {
    #expect(Set(try FlowPolicy.builtIn().rows.compactMap(\.release?.dc)) == Set(1...9))
  }

  private static let kinds = LedgerKind.allCases.map { #"{"kind":"\#($0.rawValue)","says":"s","notReleased":[]}"# }
    .joined(separator: ",")

  private func policy(_ row: String) throws -> FlowPolicy {
    try FlowPolicy(json: Array(#"{"policy":1,"kinds":[\#(Self.kinds)],"fields":[\#(row)]}"#.utf8))
  }

  private func row(_ to: String, release: String = "null", ledger: String = "{}", tests: String = #"["T"]"#) -> String {
    #"{"field":"hello/x","label":"PUB","to":\#(to),"egress":[],"release":\#(release),"ledger":\#(ledger),"#
      + #""retention":{"host":"P1D","extension":"request"},"why":"w","tests":\#(tests)}"#
  }

  @Test func `a policy that contradicts itself is refused`() throws {
    let release = #"{"dc":1,"what":"w","who":"w","where":"w","when":"w","bits":"1"}"#
    #expect(try policy(row(#"{"app":{"as":"raw"}}"#)).rows.count == 1)
    for wrong in [
      row("{}"), row(#"{"nowhere":{"as":"raw"}}"#),
      row(#"{"app":{"as":"raw","after":"seal"}}"#, ledger: #"{"app":"s"}"#),
      row(#"{"report":{"as":"raw","after":"seal"}}"#), row(#"{"app":{"as":"raw"}}"#, release: release),
      row(#"{"app":{"as":"raw"}}"#, tests: "[]"), row(#"{"app":{"as":"raw"}}"#) + "," + row(#"{"app":{"as":"raw"}}"#),
    ] {
      #expect(throws: FlowPolicyFault.self) { try policy(wrong) }
    }
    #expect(throws: FlowPolicyFault.self) { try FlowPolicy(json: Array("{}".utf8)) }
    #expect(throws: FlowPolicyFault.self) { try FlowPolicy(json: Array(#"{"policy":1,"kinds":[],"fields":[]}"#.utf8)) }
  }
}
