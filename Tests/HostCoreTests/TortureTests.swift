// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// A month of a device whose host is repeatedly killed after a random number of its writes.
///
/// `make torture` kills 2,000 times; the ordinary tests kill 40 times.
@Suite struct TortureTests {
  private static let kills = ProcessInfo.processInfo.environment["SALLYPORT_TORTURE"].flatMap(Int.init) ?? 40
  private static let days = "30"
  /// The most writes in one run of the host: about a fiftieth of the month's.
  private static let longestLife = 120

  private let families: ScriptFamilies
  private let scratch = Scratch()

  init() throws {
    families = try ScriptFamilies()
    try families.add("steady")
  }

  /// The results that must not depend on how often the host was killed.
  private struct Month: Equatable {
    var told: [StateFacts.DeliveryRecord: Int]
    var use: [Item: Int64]
    var stores: [String: SettingsStore]
    var activities: [String: Activity]
    var defaults: [String: [String: DefaultValue]]
    var shield: Shield?
    /// The keys are the day and kind of the ledger entries.
    var ledger: [String: Int]

    /// Lists what is in this month and not in `other`, for failure messages.
    func differences(from other: Month) -> [String] {
      func lines(_ month: Month) -> Set<String> {
        Set(
          month.told.map { "told \($0)" } + month.use.map { "use \($0)" } + month.stores.map { "store \($0)" }
            + month.activities.map { "activity \($0)" } + month.defaults.map { "default \($0)" }
            + month.ledger.map { "ledger \($0)" } + ["shield \(String(describing: month.shield))"])
      }
      return lines(self).subtracting(lines(other)).sorted()
    }
  }

  @Test func `a month of kills loses nothing and applies nothing twice (PRIV-LG3)`() throws {
    let started = ContinuousClock.now
    let calm = scratch.path + "/calm"
    let undisturbed = try HostProgram.run(arguments(state: calm))
    try #require(undisturbed.status == 0, "\(undisturbed.complaints)")
    let (expected, _) = try month(calm)
    let callbacks = expected.told.values.reduce(0, +)
    #expect(callbacks > 100)
    let texts = try DeviceStore(directory: calm, durability: .simulated).read { try $0.ledger() }.map {
      $0.entry != nil
    }
    #expect(texts.contains(true) && texts.contains(false), "the daily job never ran")

    var random = SeededGenerator(state: 2_000)
    var (kills, months, opened, writes, checked) = (0, 0, 0, 0, 0)
    while kills < Self.kills {
      let state = scratch.path + "/killed-\(months)"
      var settled: Set<StateFacts.DeliveryRecord> = []
      while let written = try live(state, upTo: Int.random(in: 1...Self.longestLife, using: &random)) {
        kills += 1
        writes += written
        // A killed host's directory is examined in a copy: opening it would do the recovery that the next host must do.
        guard FileManager.default.fileExists(atPath: state + "/" + DeviceStore.fileName) else { continue }
        opened += 1
        settled = try check(state, after: settled, expected: Set(expected.told.keys), &checked)
      }
      let (month, revisions) = try month(state)
      #expect(
        month == expected,
        "only after kills: \(month.differences(from: expected)); only undisturbed: \(expected.differences(from: month))"
      )
      #expect(Set(revisions).count == revisions.count, "an effect was applied twice")
      try FileManager.default.removeItem(atPath: state)
      months += 1
    }
    print(
      """
      \(kills) kills over \(months) months of \(Self.days) days, after \(writes / max(kills, 1)) writes on average; \
      the store opened \(opened) times of \(opened); \(checked) settled callbacks were checked, none lost, none \
      twice; each month ended as the undisturbed one with \(callbacks) callbacks; \
      \(Int((ContinuousClock.now - started).seconds)) s
      """)
  }

  private func arguments(state: String) -> [String] {
    [
      "run", "--synthetic-week", "--days", Self.days, "--manifests", families.manifests, "--state", state, "--programs",
      families.scratch.path + "/programs", "--quiet", "--approve-all",
    ]
  }

  /// Runs a host and kills it after `writes` writes.
  ///
  /// - Returns: The number of writes, or `nil` if it reached the end of the month.
  private func live(_ state: String, upTo writes: Int) throws -> Int? {
    try FileManager.default.createDirectory(
      atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let watch = WriteWatch(directory: state)
    let process = HostProgram.process(arguments(state: state))
    process.standardOutput = FileHandle.nullDevice
    let complaints = try scratch.file("complaints")
    process.standardError = complaints
    try process.run()
    let written = watch.wait(for: writes) { !process.isRunning }
    if written >= writes { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL { return written }
    let text = FileManager.default.contents(atPath: scratch.path + "/complaints") ?? Data()
    try #require(process.terminationStatus == 0, "\(String(decoding: text, as: UTF8.self))")
    return nil
  }

  /// Opens the state left by a kill and compares it with that after the previous kill.
  ///
  /// - Returns: The callbacks that are settled now.
  private func check(
    _ state: String, after before: Set<StateFacts.DeliveryRecord>, expected: Set<StateFacts.DeliveryRecord>,
    _ checked: inout Int
  ) throws -> Set<StateFacts.DeliveryRecord> {
    let copy = scratch.path + "/copy"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.createDirectory(
      atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in try FileManager.default.contentsOfDirectory(atPath: state) where name.hasPrefix(DeviceStore.fileName) {
      try FileManager.default.copyItem(atPath: state + "/" + name, toPath: copy + "/" + name)
    }
    let facts = try StateFacts(copy)
    let sequences = facts.deliveries.map { "\($0.family) \($0.sequence)" }
    #expect(Set(sequences).count == sequences.count, "pending twice")
    let settled = facts.told.filter { $0.outcome != "owed" }
    checked += settled.count
    #expect(Set(settled).count == settled.count, "settled twice")
    #expect(before.subtracting(settled).isEmpty, "lost: \(before.subtracting(settled))")
    #expect(Set(settled).subtracting(expected).isEmpty, "invented: \(Set(settled).subtracting(expected))")
    return Set(settled)
  }

  /// The results of the month, and the revisions that its applied callbacks made.
  private func month(_ directory: String) throws -> (Month, revisions: [Int64]) {
    let facts = try StateFacts(directory)
    let store = try DeviceStore(directory: directory, durability: .simulated)
    let ledger = try store.read { try $0.ledger() }.filter { $0.kind != "grant" }
    let family = facts.state?.families[FamilyID("steady")]
    let month = Month(
      told: Dictionary(facts.told.map { ($0, 1) }, uniquingKeysWith: +), use: facts.use,
      stores: family?.stores ?? [:], activities: (family?.activities ?? [:]).mapValues(\.unnumbered),
      defaults: family?.defaults ?? [:], shield: facts.state?.shield,
      ledger: Dictionary(ledger.map { ("\($0.day) \($0.kind)", 1) }, uniquingKeysWith: +))
    return (month, facts.deliveries.compactMap(\.settlement?.revision))
  }
}
