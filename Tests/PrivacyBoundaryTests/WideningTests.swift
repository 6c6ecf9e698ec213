// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// Fixtures may trap.
// swift-format-ignore-file: NeverUseForceTry

import ExtensionProtocol
import Foundation
import PrivacyBoundary
import Testing

/// A widened flow is suspended until the family's consent covers it (PRIV-FP6).
@Suite struct WideningTests {
  private static let builtIn = try! FlowPolicy.builtIn()
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/Host/PrivacyBoundary/flow-policy.json")

  /// The next policy: the built-in one with edits.
  private func next(_ edits: (String, String)...) throws -> FlowPolicy {
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    text.replace("\"policy\": \(Self.builtIn.version)", with: "\"policy\": \(Self.builtIn.version + 1)")
    for (old, new) in edits {
      #expect(text.contains(old), "\(old)")
      text.replace(old, with: new, maxReplacements: 1)
    }
    return try FlowPolicy(json: Array(text.utf8))
  }

  private var number: Int { Self.builtIn.version + 1 }

  private func reason(
    _ policy: FlowPolicy, _ point: ExtensionPoint, consent: Int?, _ params: PerformParams
  ) -> FlowPolicyError.Reason? {
    do throws(FlowPolicyError) {
      _ = try RequestEncoder(policy: policy, point: point, profile: .open, consent: consent).perform(params)
      return nil
    } catch { return error.reason }
  }

  @Test(arguments: 1...4) func `a row may be widened by a policy up to its own, and by no other`(_ own: Int) throws {
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    text.replace("\"policy\": \(Self.builtIn.version)", with: "\"policy\": \(own)")
    text.replace(#/"widened": \d+, /#, with: "")
    for number in 0...5 {
      let marked = text.replacing(#"{"dc": 1, "#, with: #"{"dc": 1, "widened": \#(number), "#, maxReplacements: 1)
      do {
        let policy = try FlowPolicy(json: Array(marked.utf8))
        #expect((1...own).contains(number) && policy.newestWidening == number)
      } catch {
        #expect(!(1...own).contains(number))
        #expect("\(error)".contains("widened by policy \(number), but this is policy \(own)"), "\(error)")
      }
    }
  }

  @Test func `a widened release needs a new consent, and all else is still encoded`() throws {
    let policy = try next((#"{"dc": 1, "#, #"{"dc": 1, "widened": \#(number), "#))
    for params in MaximalMessages.performs(.monitor) {
      let tells = if case .monitor(_, _, let event?) = params.callback { !event.isEmpty } else { false }
      #expect(reason(policy, .monitor, consent: number - 1, params) == (tells ? .consent : nil))
      #expect(reason(policy, .monitor, consent: number, params) == nil)
      #expect(reason(policy, .monitor, consent: nil, params) == nil)
    }
    for params in MaximalMessages.performs(.shieldAction) {
      #expect(reason(policy, .shieldAction, consent: number - 1, params) == nil)
    }
    #expect(policy.newestWidening == number)
    #expect(policy.isSuspended(release: 1, at: .monitor, since: number - 1))
    #expect(!policy.isSuspended(release: 1, at: .monitor, since: number))
    #expect(!policy.isSuspended(release: 2, at: .monitor, since: number - 1))
    let flows = policy.suspended(since: number - 1, profile: .standard)
    #expect(flows.map(\.point) == [.monitor] && flows.map(\.widened) == [number])
    #expect(flows.first?.says.contains("to within 5 minutes") == true)
    #expect(policy.suspended(since: number, profile: .standard).isEmpty)
  }

  @Test(arguments: ExtensionPoint.allCases)
  func `without any consent no field is encoded`(_ point: ExtensionPoint) throws {
    for row in Self.builtIn.rows where row.points.contains(point) && row.type == nil && !point.isSealed {
      let path = row.field.split(separator: "/").map(String.init)
      guard !Self.builtIn.rows.contains(where: { $0.type == path[0] }) else { continue }
      let message = path.dropFirst().reversed().reduce(WireValue.integer(1)) { value, name in
        var object = WireObject()
        object[name] = value
        return .object(object)
      }
      let error = #expect(throws: FlowPolicyError.self, "\(row.field)") {
        try RequestEncoder(policy: Self.builtIn, point: point, profile: .open, consent: 0)
          .encode(message, as: .call(.perform), at: path[0])
      }
      #expect(error?.reason == .consent, "\(row.field)")
    }
    let fixture = try BoundaryFixture()
    guard point.isSealed else { return }
    for consent in [0, nil] {
      let seal = try Seal(
        policy: fixture.policy, point: point, profile: .open, consent: consent, family: "homework",
        entry: fixture.receipt(point == .report ? .reportShown : .shieldShown)
      ) { [] }
      var reason: FlowPolicyError.Reason?
      do throws(FlowPolicyError) { _ = try seal.perform(MaximalMessages.performs(point)[0]) } catch {
        reason = error.reason
      }
      #expect(reason == (consent == nil ? nil : .consent))
    }
  }

  @Test func `widened figures of a report are not sent without a new consent`() throws {
    let wider = #"{"field": "data/elements/totalMs", "label": "DEV", "#
    let policy = try next((wider, wider + #""widened": \#(number), "#))
    let fixture = try BoundaryFixture()
    let seal = try Seal(
      policy: policy, point: .report, profile: .open, consent: number - 1, family: "homework",
      entry: fixture.receipt(.reportShown)
    ) { [] }
    var request = try seal.perform(MaximalMessages.performs(.report)[0])
    var reason: FlowPolicyError.Reason?
    do throws(FlowPolicyError) { _ = try request.frame(MaximalMessages.data()) } catch { reason = error.reason }
    #expect(reason == .consent)
    #expect(
      policy.isSuspended(.report, since: number - 1) && !policy.isSuspended(.shieldConfiguration, since: 0 + number))
    #expect(policy.suspended(since: number - 1, profile: .open).map(\.point) == [.report])
  }

  /// A policy in which three figures of a report, which one seal covers, were widened by these policies.
  private func widened(_ marks: [Int]) throws -> FlowPolicy {
    let fields = ["kind", "totalMs", "pickups"].map { #"{"field": "data/elements/\#($0)", "label": "DEV", "# }
    let edits = zip(fields, marks).map { ($0, $0 + #""widened": \#($1), "#) }
    return try next(edits[0], edits[1], edits[2])
  }

  @Test(arguments: [[0, 1, 0], [1, 0, 0], [0, 0, 1], [1, 1, 0]])
  func `fields that a seal covers together are one flow, of the policy that widened one last`(_ marks: [Int]) throws {
    let before = Self.builtIn.version
    let policy = try widened(marks.map { before + $0 })
    for consent in [before - 1, before] {
      let flows = policy.suspended(since: consent, profile: .standard).filter { $0.point == .report }
      #expect(flows.map(\.widened) == [number] && flows.first?.says.hasPrefix("see ") == true)
      let suspension = try #require(
        Suspension(
          family: "homework", name: "Homework", points: [.report], profile: .tight, agreed: consent, policy: policy))
      #expect(suspension.agreed == consent && suspension.widened == number)
      #expect(suspension.waits.count == 1 && suspension.what == suspension.waits[0])
    }
    #expect(!policy.suspended(since: number, profile: .standard).contains { $0.point == .report })
  }

  @Test func `exactly what was widened after a consent is suspended, at each point and for each release`() throws {
    let policy = try next(
      (#"{"dc": 1, "#, #"{"dc": 1, "widened": \#(number), "#),
      (#"{"dc": 5, "#, #"{"dc": 5, "widened": \#(number - 1), "#))
    for consent in 0...number {
      let flows = policy.suspended(since: consent, profile: .standard)
      #expect(Set(flows).count == flows.count && flows.allSatisfy { $0.widened > consent }, "\(consent)")
      for point in ExtensionPoint.allCases {
        let widened = policy.rows.filter { row in (row.to[point.rawValue]?.widened ?? 0) > consent }
        #expect(policy.isSuspended(point, since: consent) == !widened.isEmpty, "\(point) since \(consent)")
        #expect(flows.contains { $0.point == point } == !widened.isEmpty, "\(point) since \(consent)")
        for release in policy.releases {
          let isWidened = widened.contains { $0.release?.dc == release.dc }
          #expect(policy.isSuspended(release: release.dc, at: point, since: consent) == isWidened, "\(release.dc)")
        }
        let suspension = Suspension(
          family: "homework", name: "Homework", points: [point], profile: .standard, agreed: consent, policy: policy)
        #expect((suspension == nil) == widened.isEmpty)
        let says = Set(flows.filter { $0.point == point }.map(\.says))
        #expect(Set(suspension?.waits ?? []) == says && suspension?.waits.count ?? 0 == says.count)
      }
    }
    let all = try #require(
      Suspension(
        family: "homework", name: "Homework", points: Set(ExtensionPoint.allCases), profile: .standard,
        agreed: number - 2, policy: policy))
    #expect(all.waits.count == 2 && all.widened == number)
    #expect(all.what == "\(all.waits[0]); and 1 more")
    #expect(policy.newestWidening == number)
  }

  @Test func `one point can be widened without the others`() throws {
    let now = #""monitor": {"time": "slot"}, "focusFilter": {"time": "minute"}"#
    let policy = try next(
      (now, #""monitor": {"time": "slot"}, "focusFilter": {"time": "minute", "widened": \#(number)}"#))
    #expect(policy.isSuspended(.focusFilter, since: number - 1))
    #expect(!policy.isSuspended(.monitor, since: number - 1))
  }

  @Test func `refuses an unknown member and a widening with a future policy number`() throws {
    for wrong in [
      (#"{"dc": 1, "#, #"{"dc": 1, "wideneed": 3, "#), (#"{"dc": 1, "#, #"{"dc": 1, "widened": \#(number + 1), "#),
      (#"{"dc": 1, "#, #"{"dc": 1, "widened": 0, "#),
      (#"{"field": "perform/callback", "#, #"{"field": "perform/callback", "widend": 2, "#),
      (#"{"field": "perform/callback", "#, #"{"field": "perform/callback", "widened": 9, "#),
      (#""focusFilter": {"time": "minute"}"#, #""focusFilter": {"time": "minute", "widened!": 2}"#),
    ] {
      #expect(throws: FlowPolicyFault.self, "\(wrong.1)") { try next(wrong) }
    }
  }

  @Test func `the suspension names the command that consents to it`() throws {
    let policy = try next((#"{"dc": 1, "#, #"{"dc": 1, "widened": \#(number), "#))
    func suspension(_ points: Set<ExtensionPoint>, agreed: Int) -> Suspension? {
      Suspension(
        family: "homework", name: "Homework", points: points, profile: .tight, agreed: agreed, policy: policy)
    }
    let sentence = try #require(suspension([.app, .monitor], agreed: number - 1)?.sentence)
    #expect(sentence.contains("policy \(number)") && sentence.hasSuffix("sallyport consent homework --agree"))
    #expect(sentence.contains("to within 15 minutes"))
    #expect(suspension([.app, .report], agreed: number - 1) == nil)
    #expect(suspension([.app, .monitor], agreed: number) == nil)
    #expect(suspension([.app, .monitor], agreed: 0)?.what.contains("; and ") == true)
  }
}

// MARK: - That no widening is forgotten

/// `reach.tsv` records what the last policy let each point learn; a row that lets it learn more must be marked as
/// widened.
@Suite struct RecordedReachTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "reach.tsv")

  @Test func `a row that reaches further than the recorded one is marked as widened by this policy`() throws {
    let policy = try FlowPolicy.builtIn()
    let recorded = try RecordedReach(String(contentsOf: Self.file, encoding: .utf8))
    let forgotten = recorded.forgotten(by: policy)
    #expect(forgotten.isEmpty, "raise “policy” and write “widened” in these rows: \(forgotten)")
    let now = RecordedReach(policy)
    // Written only if the check passed, so that recording can't hide a widening.
    if forgotten.isEmpty, ProcessInfo.processInfo.environment["SALLYPORT_UPDATE_RULES"] == "1" {
      try Data(now.text.utf8).write(to: Self.file)
    }
    let isCurrent = (try? String(contentsOf: Self.file, encoding: .utf8)) == now.text
    #expect(
      isCurrent, "Tests/PrivacyBoundaryTests/reach.tsv differs from flow-policy.json; regenerate it with: make rules")
  }

  @Test(arguments: [
    ("", "a\tapp\traw\tslot\t-\t-\t-", true), ("a\tapp\traw\tslot\t-\t-\t-", "a\tapp\traw\tminute\t-\t-\t-", true),
    ("a\tapp\traw\tminute\t-\t-\t-", "a\tapp\traw\tslot\t-\t-\t-", false),
    ("a\tapp\traw\tminute\t-\t-\t-", "a\tapp\traw\t-\t-\t-\t-", true),
    ("a\treport\traw\t-\t-\tseal\t-", "a\treport\traw\t-\t-\t-\t-", true),
    ("a\tapp\traw\t-\t-\t-\topen", "a\tapp\traw\t-\t-\t-\t-", true),
    ("a\tapp\traw\t-\t-\t-\t-", "a\tapp\traw\t-\t-\t-\topen", false),
    ("a\tapp\ttoken\t-\t-\t-\t-", "a\tapp\traw\t-\t-\t-\t-", true),
    ("a\tapp\traw\t-\t-\t-\t-", "a\tapp\ttoken\t-\t-\t-\t-", false),
    ("a\tapp\traw\t-\tthe family wrote it\t-\t-", "a\tapp\traw\t-\t-\t-\t-", true),
    ("a\tapp\traw\t-\t-\t-\t-", "a\tapp\traw\t-\t-\t-\t-", false),
    ("DC1\tw\twho\twhere\twhen\tbits\tstandard", "DC1\tw\twho\twhere\twhen\tbits\topen standard", true),
    ("DC1\tw\twho\twhere\twhen\tbits\topen standard", "DC1\tw\twho\twhere\twhen\tbits\tstandard", false),
    ("DC1\tw\twho\twhere\twhen\tbits\topen", "DC1\tw\twho\twhere\twhen\tmore bits\topen", true),
  ])
  func `distinguishes a widening from a narrowing`(_ old: String, _ new: String, isWider: Bool) {
    let old = RecordedReach("policy\t2\n" + (old.isEmpty ? "" : old + "\t1\n"))
    // The rows are marked with policies 1, 2 and 3; the record is of policy 2, so only a mark of policy 3 covers the
    // change.
    #expect(old.forgotten(by: RecordedReach("policy\t3\n\(new)\t1\n")).isEmpty != isWider)
    #expect(old.forgotten(by: RecordedReach("policy\t3\n\(new)\t2\n")).isEmpty != isWider)
    #expect(old.forgotten(by: RecordedReach("policy\t3\n\(new)\t3\n")).isEmpty)
    // A recorded widening can't be removed, because families may still wait for consent to it.
    let kept = RecordedReach("policy\t3\n\(new)\t3\n")
    #expect(!kept.forgotten(by: RecordedReach("policy\t3\n\(new)\t1\n")).isEmpty)
  }
}

/// The policy's reach as lines of field, point, as, time, when, after, profile and widened; for a release, what, who,
/// where, when, how much and under which profiles.
struct RecordedReach {
  private var policy = 0
  private var lines: [(key: String, reach: [String], widened: Int)] = []

  init(_ policy: FlowPolicy) {
    self.policy = policy.version
    for release in policy.releases {
      let profiles = release.profiles.map(\.rawValue).sorted().joined(separator: " ")
      let reach = [release.what, release.who, release.where, release.when, release.bits, profiles]
      lines.append(("DC\(release.dc)", reach, release.widened))
    }
    for row in policy.rows {
      for point in row.points {
        guard let to = row.to[point.rawValue] else { continue }
        let reach = [to.as, to.time, to.when, to.after, to.profile].map { $0 ?? "-" }
        lines.append(("\(row.field)\t\(point.rawValue)", reach, to.widened))
      }
    }
  }

  init(_ text: String) {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      if cells[0] == "policy" {
        policy = Int(cells[1]) ?? 0
      } else {
        let key = cells[0].hasPrefix("DC") ? cells[0] : "\(cells[0])\t\(cells[1])"
        lines.append(
          (
            key, Array(cells[(cells[0].hasPrefix("DC") ? 1 : 2)..<(cells.count - 1)]),
            cells.last.flatMap { Int($0) } ?? 0
          ))
      }
    }
  }

  var text: String {
    "# Generated by Tests/PrivacyBoundaryTests: what the policy lets each point learn. Do not edit: make rules\n"
      + "policy\t\(policy)\n"
      + lines.map { "\($0.key)\t\($0.reach.joined(separator: "\t"))\t\($0.widened)\n" }.joined()
  }

  func forgotten(by policy: FlowPolicy) -> [String] { forgotten(by: RecordedReach(policy)) }

  /// The rows of a later policy that reach further than here without being marked as widened by it.
  func forgotten(by now: RecordedReach) -> [String] {
    now.lines.filter { line in
      guard let old = lines.first(where: { $0.key == line.key }) else { return line.widened <= policy }
      if line.widened < old.widened { return true }
      return Self.isWider(line.reach, than: old.reach, isRelease: line.key.hasPrefix("DC")) && line.widened <= policy
    }.map(\.key)
  }

  /// A change that isn't certainly narrower counts as wider.
  private static func isWider(_ new: [String], than old: [String], isRelease: Bool) -> Bool {
    if isRelease {
      func profiles(_ reach: [String]) -> Set<Substring> { Set((reach.last ?? "").split(separator: " ")) }
      return new.dropLast() != old.dropLast() || !profiles(new).isSubset(of: profiles(old))
    }
    let clock = ["slot": 2, "minute": 1, "-": 0]
    let isNarrower = [
      new[0] == old[0] || old[0] == "raw" || new[0] == "constant",
      new[1] == old[1] || (clock[new[1]] ?? -1) > (clock[old[1]] ?? 9),
      new[2] == old[2] || old[2] == "-", new[3] == old[3] || old[3] == "-", new[4] == old[4] || old[4] == "-",
    ]
    return isNarrower.contains(false)
  }
}
