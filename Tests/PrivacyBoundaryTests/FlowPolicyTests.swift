// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import Testing

@Suite struct FlowPolicyTests {
  @Test func `the built-in policy is the file beside its sources`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Host/PrivacyBoundary/flow-policy.json")
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

  @Test func `every release states what, who, where, when and how much, and has a consent sentence`() throws {
    for row in try FlowPolicy.builtIn().rows {
      guard let release = row.release else { continue }
      #expect((1...9).contains(release.dc), "\(row.field)")
      for text in [release.what, release.who, release.where, release.when, release.bits] { #expect(!text.isEmpty) }
      for point in row.points { #expect(row.ledger[point.rawValue] != nil, "\(row.field) at \(point.rawValue)") }
    }
  }

  @Test func `names, figures and durations go only to sealed points and only behind the seal`() throws {
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

  @Test func `an entry lists what its profile withholds, and without a profile what any withholds`() throws {
    let rows = try FlowPolicy.builtIn().kinds.values
    for row in rows {
      let withheld = row.notReleased ?? []
      #expect(row.notReleased(under: nil) == withheld.map(\.what), "\(row.kind)")
      for profile in PrivacyProfile.allCases {
        let expected = withheld.filter { $0.profiles.contains(profile) }.map(\.what)
        #expect(row.notReleased(under: profile) == expected, "\(row.kind) under \(profile)")
      }
    }
    #expect(rows.contains { $0.notReleased?.isEmpty == false })
  }

  @Test func `every declassification point but data access is in the policy`() throws {
    #expect(Set(try FlowPolicy.builtIn().rows.compactMap(\.release?.dc)) == Set(1...9))
  }

  /// A policy without faults, with one row and one release.
  private static let head: String = {
    let kinds = LedgerKind.allCases.map { #"{"kind":"\#($0.rawValue)","says":"s"}"# }.joined(separator: ",")
    let effects = Effect.Kind.allCases.map {
      #"{"effect":"\#($0.rawValue)","capability":"settings","from":"app"}"#
    }.joined(separator: ",")
    return #"{"policy":1,"audiences":{"few":["app","widget"]},"never":[],"kinds":[\#(kinds)],"effects":[\#(effects)],"#
  }()

  private static let release = #"""
    {"dc":1,"what":"w","who":"w","where":"w","when":"w","bits":"1","points":["app"],"consent":"c"}
    """#

  private func policy(_ row: String, releases: String = release) throws -> FlowPolicy {
    try FlowPolicy(json: Array((Self.head + #""releases":[\#(releases)],"fields":[\#(row)]}"#).utf8))
  }

  private func row(_ to: String, _ more: String = "", tests: String = #"["T"]"#) -> String {
    #"{"field":"hello/x","label":"PUB","to":\#(to),\#(more)"why":"w","tests":\#(tests)}"#
  }

  @Test func `a row names its field's points in one of four ways`() throws {
    func points(_ to: String) throws -> [ExtensionPoint] { try policy(row(to)).rows[0].points }
    #expect(try points(#""app""#) == [.app])
    #expect(try points(#""few""#) == [.app, .widget])
    #expect(try points(#"["monitor","app"]"#) == [.app, .monitor])
    #expect(try points(#"{"app":{"as":"raw"}}"#) == [.app])
    let both = try policy(row(#"{"report":{"time":"slot"},"monitor":{}}"#, #""time":"minute","#)).rows[0]
    #expect(
      both.to["report"]?.time == "slot" && both.to["monitor"]?.time == "minute" && both.to["monitor"]?.as == "raw")
    let told = try policy(row(#""few""#, #""release":1,"ledger":"s","#)).rows[0]
    #expect(told.release?.dc == 1 && told.ledger == ["app": "s", "widget": "s"])
  }

  @Test func `a policy that contradicts itself is refused`() throws {
    for wrong in [
      row("[]"), row(#""nowhere""#), row(#"{"nowhere":{}}"#), row(#""app""#, #""after":"seal","ledger":"s","#),
      row(#""report""#, #""after":"seal","#),
      row(#""report""#, #""after":"dark","ledger":"s","#), row(#""app""#, #""release":1,"#),
      row(#""app""#, #""release":2,"ledger":"s","#), row(#""app""#, tests: "[]"), row(#""app""#) + "," + row(#""app""#),
    ] {
      #expect(throws: FlowPolicyFault.self) { try policy(wrong) }
    }
    #expect(throws: FlowPolicyFault.self) { try policy(row(#""app""#), releases: Self.release + "," + Self.release) }
    #expect(throws: FlowPolicyFault.self) { try FlowPolicy(json: Array("{}".utf8)) }
    let rest = Self.head + #""releases":[],"fields":[]}"#
    #expect(try FlowPolicy(json: Array(rest.utf8)).rows.isEmpty)
    for missing in [#""kind":"grant""#, #""effect":"setSetting""#, #""capability":"settings""#] {
      let wrong = rest.replacing(missing, with: missing.replacing(#":""#, with: #":"un"#), maxReplacements: 1)
      #expect(throws: FlowPolicyFault.self) { try FlowPolicy(json: Array(wrong.utf8)) }
    }
    let effect = #""effects":[{"effect":"setSetting","capability":"settings","from":"app"},"#
    let twice = rest.replacing(#""effects":["#, with: effect)
    #expect(throws: FlowPolicyFault.self, "an effect is listed twice") { try FlowPolicy(json: Array(twice.utf8)) }
  }
}
