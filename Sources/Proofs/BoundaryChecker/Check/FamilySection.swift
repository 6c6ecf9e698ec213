// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests

/// P3: runs a whole day with the family's own programs, all sandboxed. What its app, monitor and shield action receive
/// and write must be equal in both worlds. Also checks P4: a day without callbacks proves nothing.
struct FamilySection {
  private let check: PrivacyCheck
  /// A family can count any items that it picks, so the worlds differ only in what no picked set counts.
  private static let generators: [Generator] = [
    .names, .identities, .unpickedUse, .counts, .oneBit, .otherFamilies, .device, .sealedFaults, .yesterday,
    .installation,
  ]

  init(_ check: PrivacyCheck) { self.check = check }

  func run() throws -> SectionResult {
    var result = SectionResult(property: .familyTrace)
    var script = try exploredScript(&result)
    let world = World(seed: check.plan.seed)
    // Run the same world twice: a channel that differs within one world can't be compared between two.
    let first = try check.record(world, cast: .all, script: script)
    let again = try check.record(world, cast: .all, script: script)
    let unstable = Set(TraceComparison(first, again).differences.map(\.channel))
    result.notTestable += unstable.sorted().map { "\($0): differs between two runs of the same world" }
    let points = check.family.located.manifest.programs.map(\.point).filter { !$0.isSealed }
    for point in points where first.repliesCount(at: point) < 2 {
      result.silences.append(
        Silence(of: point, in: first.crossings.filter { $0.program.hasPrefix(first.family + ".") }))
    }
    // If nothing answers, every pair shows the same silence.
    guard points.isEmpty || result.silences.count < points.count else { return result }
    var generators = Self.generators
    if countsAllItems(first) {
      result.notes.append(Self.totalUse)
    } else {
      generators += [.totals, .limits]
    }
    // An opening of a shielded item is a secret only if no event counts its use.
    if !result.notes.contains(Self.totalUse), !countsShieldedItems(first) { generators.append(.openings) }
    if messages(of: first).contains(where: Self.shieldsCategories) {
      // Such a shield covers unpicked items too, and a press on it tells the category of the item in front (DC3).
      result.notes.append("the family shields categories, so pairs that differ in use run without presses")
      script.pressesOverUse = false
    }
    let pairs = check.pairs(generators, count: check.plan.familyPairs)
    let comparer = TracePairs(check, cast: .all, script: script, property: .familyTrace, unstable: unstable)
    try comparer.run(pairs, &result)
    return result
  }

  private static let totalUse =
    "the person lets this family count whole categories or all use, so total use was no secret in this test"

  /// Whether an event of the family counts an item that pairs of openings open in one world only.
  private func countsShieldedItems(_ record: RunRecord) -> Bool {
    let names = Set(DeclaredOutputs.shielded.map { "τ(\($0.rawValue))" })
    return messages(of: record).contains { message in
      Self.holds(record.names.renamed(message)) { object in
        guard object["threshold"] != nil, case .array(let items)? = object["applications"] else { return false }
        return items.contains { if case .string(let name) = $0 { names.contains(name) } else { false } }
      }
    }
  }

  /// Whether the family registers an event that counts items that the person did not pick one by one.
  private func countsAllItems(_ record: RunRecord) -> Bool { messages(of: record).contains(where: Self.countsAll) }

  /// The messages of the family's programs.
  private func messages(of record: RunRecord) -> [WireValue] {
    record.crossings.compactMap { crossing in
      guard crossing.program.hasPrefix(record.family + "."), case .fromProgram(let value) = crossing.event else {
        return nil
      }
      return value
    }
  }

  /// Whether a message registers an event for categories, or without any items, which counts all use.
  static func countsAll(_ message: WireValue) -> Bool {
    holds(message) { object in
      guard object["threshold"] != nil else { return false }
      func isEmpty(_ name: String) -> Bool {
        guard case .array(let items)? = object[name] else { return true }
        return items.isEmpty
      }
      return !isEmpty("categories") || isEmpty("applications") && isEmpty("webDomains")
    }
  }

  /// Whether a message shields whole categories, of applications or of sites.
  static func shieldsCategories(_ message: WireValue) -> Bool {
    holds(message) { object in
      [.string("shield.applicationCategories"), .string("shield.webDomainCategories")].contains(object["key"])
        && object["value"] != nil && object["value"] != .null
    }
  }

  private static func holds(_ value: WireValue, _ isWanted: (WireObject) -> Bool) -> Bool {
    switch value {
    case .object(let object): isWanted(object) || object.members.contains { holds($0.value, isWanted) }
    case .array(let elements): elements.contains { holds($0, isWanted) }
    case .null, .bool, .integer, .string: false
    }
  }

  /// Presses every button in the app's window once, in order, because most families start monitoring only then.
  private func exploredScript(_ result: inout SectionResult) throws -> PublicScript {
    var script = PublicScript()
    guard check.family.located.manifest.app != nil else { return script }
    let record = try check.record(World(seed: check.plan.seed), cast: .all, script: script)
    for crossing in record.crossings where crossing.point == .app && crossing.program.hasPrefix(record.family) {
      guard case .fromProgram(.object(let line)) = crossing.event, line["method"] == "presentWindow",
        case .object(let params)? = line["params"], let view = params["view"]
      else { continue }
      // A later window replaces the buttons of an earlier one.
      script.taps = Array(Self.labels(in: view).prefix(4))
    }
    if script.taps.isEmpty { result.notes.append("the app's window has no buttons, so none were pressed") }
    return script
  }

  private static func labels(in node: WireValue) -> [String] {
    switch node {
    case .object(let object):
      if object["kind"] == "control", object["action"] != nil {
        let label = text(of: node)
        return label.isEmpty ? [] : [label]
      }
      return object.members.flatMap { labels(in: $0.value) }
    case .array(let nodes): return nodes.flatMap(labels(in:))
    case .null, .bool, .integer, .string: return []
    }
  }

  private static func text(of node: WireValue) -> String {
    switch node {
    case .object(let object):
      if object["kind"] == "text", case .string(let text)? = object["text"] { return text }
      return object.members.map { text(of: $0.value) }.joined()
    case .array(let nodes): return nodes.map(text(of:)).joined()
    case .null, .bool, .integer, .string: return ""
    }
  }
}
