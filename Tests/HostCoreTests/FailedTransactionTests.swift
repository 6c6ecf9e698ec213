// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import HostCore

/// The device and its driver keep nothing of callbacks that have ended or of inputs that could not be stored.
@Suite struct FailedTransactionTests {
  private struct FullDisk: Error {}

  private static let homework = FamilyID("homework")

  /// Opens the app of a new device.
  private func opened() throws -> (bench: NotificationBench, call: CallID) {
    let bench = try NotificationBench(requests: ["authorization"])
    var call: CallID?
    for case .perform(let one, _, _) in try bench.take(.person(PersonAct(.opens(Self.homework, stays: false)))) {
      call = one
    }
    return (bench, try #require(call))
  }

  @Test func `a callback in flight is not the device's any more after a failed write`() throws {
    let (bench, call) = try opened()
    let store = bench.driver.facts.store
    #expect(bench.driver.facts.callsInFlight == [call])
    store.onTransaction = { moment, _ in if moment == .beforeCommit { throw FullDisk() } }
    #expect(throws: FullDisk.self) { try bench.take(.operator(.exported("the ledger"))) }
    store.onTransaction = nil
    var codes: [String] = []
    for case .conclude(call, .denied(let error)) in try bench.take(.ended(call, .replied(["effects": []]))) {
      codes.append("\(error.code)")
    }
    #expect(codes == ["\(ErrorObject.ofNoCall.code)"])
  }

  @Test(arguments: [false, true])
  func `no transaction is kept after its input, whether or not it was stored`(_ isStored: Bool) throws {
    final class Kept {
      weak var transaction: StoreReader?
      var count = 0
    }
    let (bench, call) = try opened()
    let store = bench.driver.facts.store
    let authorize = Question.request(.authorize(AuthorizeParams(member: .individual)))
    var prompt: PromptID?
    for case .prompt(let id, _) in try bench.take(.asked(QuestionID(call, 1), authorize)) { prompt = id }
    let answer = DeviceInput.person(PersonAct(.answers(try #require(prompt), .said(.approved))))
    let kept = Kept()
    store.onTransaction = { moment, transaction in
      guard moment == .beforeCommit, kept.count == 0 else { return }
      (kept.transaction, kept.count) = (transaction, 1)
      if !isStored { throw FullDisk() }
    }
    // The app gets its answer after the commit.
    do { try bench.take(answer) } catch is FullDisk { #expect(!isStored) }
    store.onTransaction = nil
    #expect(kept.count == 1 && kept.transaction == nil)
  }

  @Test func `a look that has ended is in flight no longer`() throws {
    let life = try PlayedLife()
    try life.meet("homework", picking: [PlayedLife.chess.id])
    life.isHeld = { $0.program == "homework.shieldconfiguration" }
    try life.use(PlayedLife.chess, minutes: 22)
    let look = try #require(life.bench.sent.first { $0.program == "homework.shieldconfiguration" })
    #expect(life.facts.callsInFlight.contains(look.call))
    life.bench.forget(look.call)
    life.take(.ended(look.call, .fallback(reason: .process(.deadline))))
    #expect(!life.facts.callsInFlight.contains(look.call))
  }

  @Test func `a driver throws the error of a failed write once, and carries out the next act`() throws {
    let run = try LiveRun(["one.app": .asks(count: 1)])
    let stage = run.programs.stage
    let driver = try VirtualDriver(run.configuration(clock: .virtual))
    var failures = 0
    driver.facts.store.onTransaction = { moment, _ in
      guard moment == .beforeCommit, !stage.requests.isEmpty, failures == 0 else { return }
      failures += 1
      throw FullDisk()
    }
    #expect(throws: FullDisk.self) { try driver.open(FamilyID("one")) }
    #expect(failures == 1 && stage.requests.count == 1)
    try driver.open(FamilyID("one"))
    #expect(stage.requests.count > 1)
    try driver.close()
  }

  @Test func `commands after a page that can't be written are not carried out with the next act`() throws {
    let families = try ScriptFamilies()
    try families.addPlayed(
      requests: ["authorization", "monitoring", "settings"], extensions: [("look", "shieldConfiguration", "")])
    let run = try LiveRun(["one.app": .shieldsAll, "one.look": .looks { _ in nil }], in: families)
    // A file where the folder of the pages would be. On a real clock each page is written at once.
    run.pages = try families.scratch.write("", to: "pages")
    let driver = try VirtualDriver(run.configuration())
    try driver.open(FamilyID("one"))
    let use = UseSpan(
      start: LiveRun.start, end: LiveRun.start.advanced(by: 1_000), app: PlayedLife.chess, isPresent: true)
    // The default shield is shown first, and then the family is asked for its own.
    #expect(throws: HostError.self) { try driver.act(.use(use)) }
    try driver.act(.time(driver.device.now))
    #expect(run.programs.stage.requests.map(\.program) == ["one.app"])
    try driver.close()
  }
}
