// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import Foundation
import HostCore
import PrivacyBoundary
import ScreenTimeRules
import ScreenTimeStore
import Testing

/// Slots of the profiles `standard` and `tight` on a real clock, which runs 120 times as fast as the machine's.
@Suite(.serialized) struct LiveSlotTests {
  private static let threshold = "eventDidReachThreshold"

  /// The messages that a monitor received on one morning.
  private struct Morning {
    var told: [PlayedPrograms.Stage.Heard]
    var slot: Int64
    /// Real milliseconds from the slot to the request.
    var lateness: Int64

    /// The requests without their order in time.
    var texts: [String] { told.map { "\($0.params)" } }
  }

  /// Runs until a threshold of one step is reached.
  ///
  /// - Parameters:
  ///   - from: when the person begins, in milliseconds after the start.
  ///   - isRestless: whether the person changes apps every few seconds.
  private static func morning(
    _ profile: PrivacyProfile, from: Int64, isRestless: Bool = false,
    monitor: PlayedPrograms.Part = .answers(["effects": []])
  ) throws -> Morning {
    let run = try LiveRun(["one.app": .answers(["effects": []]), "one.monitor": monitor])
    run.profile = profile
    try setUp(run)
    let nobody = RecordedForeground(app: nil, isPresent: false)
    var script: [(from: Int64, front: RecordedForeground)] = []
    if from > 0 { script.append((0, nobody)) }
    for change in 0..<(isRestless ? 400 : 1) {
      script.append((from + Int64(change) * 7_000, change % 2 == 0 ? LiveRun.editor : LiveRun.chess))
    }
    try run.begin(script)
    try run.wait(for: threshold, of: "one.monitor")
    try run.end()
    let told = run.programs.stage.requests.filter { $0.program == "one.monitor" }
    let delivery = try #require(try run.deliveries(of: "one").first { $0.callback == threshold })
    let slot = delivery.dueAt.milliseconds
    let request = try #require(told.first { $0.callback == threshold })
    let due = run.boottime(of: delivery.dueAt)
    return Morning(told: told, slot: slot, lateness: request.at - due)
  }

  /// Approves the family and registers its day, on a host that is gone when this returns.
  private static func setUp(_ run: LiveRun) throws {
    let before = try LiveRun(["one.app": .setsUp], in: run.families)
    before.profile = run.profile
    let driver = try VirtualDriver(before.configuration(clock: .virtual))
    try driver.run(through: [UseSpan](), until: LiveRun.start)
    try driver.close()
  }

  /// Every integer in a request that can be an instant.
  private static func instants(in value: WireValue) -> [Int64] {
    switch value {
    case .integer(let number): number > 1_000_000_000_000 ? [number] : []
    case .object(let object): object.members.flatMap { instants(in: $0.value) }
    case .array(let values): values.flatMap(instants)
    case .null, .bool, .string: []
    }
  }

  @Test(arguments: [PrivacyProfile.standard, .tight])
  func `callbacks arrive on their slots, whatever the person does within one`(_ profile: PrivacyProfile) throws {
    let steady = try Self.morning(profile, from: 0)
    let step = Int64(profile.gridMinutes) * 60_000
    let crossing = LiveRun.start.milliseconds + step
    #expect(steady.slot >= crossing && steady.slot < crossing + step)
    // The same person begins later and is restless, and still crosses within the same slot.
    let delay = max(1, (steady.slot - crossing) / 2)
    let restless = try Self.morning(profile, from: delay, isRestless: true)
    #expect(restless.slot == steady.slot)
    #expect(restless.texts == steady.texts)
    for morning in [steady, restless] {
      // Never before its slot, and after it by no more than a busy machine's lateness, which is less than a slot.
      #expect((0...2_000).contains(morning.lateness), "\(morning.lateness) ms")
      for request in morning.told {
        // The bounds of the interval lie outside of the morning, and the seed of the delivery is not a time.
        let instants = Self.instants(in: request.params).filter {
          (LiveRun.start.milliseconds..<morning.slot + step).contains($0)
        }
        #expect(instants.allSatisfy { ($0 - morning.slot) % step == 0 }, "\(instants)")
        #expect(request.callback != Self.threshold || !instants.isEmpty)
      }
    }
  }

  @Test(arguments: [PrivacyProfile.standard, .tight])
  func `a callback that is repeated after a crash is told its slot, not the time`(_ profile: PrivacyProfile) throws {
    let morning = try Self.morning(
      profile, from: 0,
      monitor: .answersIf { heard in heard.callback != Self.threshold || Self.attempt(heard) > 1 })
    let told = morning.told.filter { $0.callback == Self.threshold }
    #expect(told.map(Self.attempt) == [1, 2])
    let times = told.map { heard in
      Set(Self.instants(in: heard.params).filter { (LiveRun.start.milliseconds...morning.slot + 600_000).contains($0) })
    }
    #expect(times == [[morning.slot], [morning.slot]])
    #expect(told.count == 2 && told[1].at > told[0].at)
  }

  private static func attempt(_ heard: PlayedPrograms.Stage.Heard) -> Int64 {
    guard case .object(let params) = heard.params, case .object(let delivery)? = params["delivery"],
      case .integer(let attempt)? = delivery["attempt"]
    else { return 0 }
    return attempt
  }
}
