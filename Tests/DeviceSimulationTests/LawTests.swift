// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import HostCore
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary
import Testing

@testable import DeviceSimulation

/// The laws of the reactive device, each shown on a device whose lanes are played by the test.
@Suite struct LawTests {
  private struct Killed: Error {}

  // MARK: - H1

  @Test(arguments: DeviceStore.Moment.allCases)
  func `a kill at any moment of the transaction leaves a command that the next host issues (H1)`(
    _ moment: DeviceStore.Moment
  ) throws {
    let folder = StateFolder()
    var driver: HandDriver? = try HandDriver(families: 1, in: folder.path)
    try driver?.approve("family0", thresholds: [3])
    let start = try #require(driver?.calls.last)
    try driver?.reply(start)
    try driver?.use(minutes: 2)
    driver?.hosted.device.facts.store.onTransaction = { at, _ in if at == moment { throw Killed() } }
    #expect(throws: (any Error).self) { try driver?.use(minutes: 5) }
    driver?.hosted.device.facts.store.onTransaction = nil
    // No command left before the commit was durable.
    #expect(driver?.calls.contains { $0.params.callback.name == "eventDidReachThreshold" } == false)
    driver = nil

    let next = try HandDriver(families: 1, in: folder.path)
    try next.use(minutes: 5)
    let told = next.calls.filter { $0.params.callback.name == "eventDidReachThreshold" }
    #expect(told.count == 1)
    #expect(told.first?.params.delivery.dueAt == HandDriver.start.advanced(by: 180_000).milliseconds)
  }

  @Test func `a command is issued again after each kill until its end is durable (H1)`() throws {
    let folder = StateFolder()
    for life in 0..<3 {
      let driver = try HandDriver(families: 1, in: folder.path)
      if life == 0 { try driver.approve("family0") }
      try driver.use(minutes: 1)
      let call = try #require(driver.calls.last)
      #expect(call.params.callback.name == "intervalDidStart")
      if life == 2 { try driver.reply(call) }
    }
    let driver = try HandDriver(families: 1, in: folder.path)
    try driver.use(minutes: 1)
    #expect(driver.calls.isEmpty)
  }

  // MARK: - H2, H3

  @Test func `callbacks of a family are sequential, and those of two families overlap (H2)`() throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 2, in: folder.path)
    for family in ["family0", "family1"] { try driver.approve(family, thresholds: [1, 2, 3]) }
    try driver.use(minutes: 5)
    // Each family has four pending, one of them in flight.
    #expect(driver.calls(of: "family0").count == 2 && driver.calls(of: "family1").count == 2)
    for family in ["family1", "family0"] {
      for count in 2..<5 {
        let calls = driver.calls(of: family)
        #expect(calls.count == count)
        try driver.reply(try #require(calls.last))
      }
      #expect(
        driver.calls(of: family).dropFirst().compactMap(\.params.delivery.sequence)
          == driver.calls(of: family).dropFirst().compactMap(\.params.delivery.sequence).sorted())
    }
  }

  @Test func `a family whose oldest callback must wait sends no later one (H2)`() throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 1, in: folder.path)
    try driver.approve("family0", thresholds: [1, 2])
    let start = try #require(driver.calls.last)
    let retry = driver.now.advanced(by: 600_000)
    try driver.take(.ended(start.id, .unavailable(reason: .attempt(.backingOff), retryAt: retry.milliseconds)))
    try driver.use(minutes: 5)
    #expect(driver.calls.last?.id == start.id)
    try driver.use(minutes: 10)
    let again = try #require(driver.calls.last)
    #expect(again.params.delivery.sequence == start.params.delivery.sequence && again.at == retry)
  }

  /// The misbehaviour of the other family in every callback.
  enum Neighbour: CaseIterable {
    case silent, crashes, refuses, floodsQuestions, answersTwice
  }

  @Test(arguments: Neighbour.allCases)
  func `a misbehaving family does not change when another's commands are issued (H3)`(_ kind: Neighbour) throws {
    func instants(_ neighbour: Neighbour?) throws -> [Int64] {
      let folder = StateFolder()
      let driver = try HandDriver(families: 2, in: folder.path)
      for family in ["family0", "family1"] { try driver.approve(family, thresholds: [1, 2, 3, 5, 8, 13]) }
      var seen = 0
      for _ in 0..<20 {
        while seen < driver.calls.count {
          let call = driver.calls[seen]
          seen += 1
          guard call.params.callback.name != "activate" else { continue }
          if call.program.family == "family1" { try driver.reply(call) } else { try misbehave(neighbour, call, driver) }
        }
        try driver.use(minutes: 1)
      }
      return driver.calls(of: "family1").map(\.at.milliseconds)
    }
    let healthy = try instants(nil)
    #expect(healthy.count == 8)
    #expect(try instants(kind) == healthy)
  }

  private func misbehave(_ kind: Neighbour?, _ call: HandDriver.Call, _ driver: HandDriver) throws {
    switch kind {
    case nil: try driver.reply(call)
    case .silent: break
    case .crashes: try driver.take(.ended(call.id, .fallback(reason: .crash(signal: "SIGSEGV"))))
    case .refuses: try driver.take(.ended(call.id, .failed(ErrorObject(.busy, "no", retry: .after))))
    case .floodsQuestions:
      for number in 1...200 {
        try driver.take(.asked(QuestionID(call.id, number), .request(.authorize(AuthorizeParams(member: .child)))))
      }
    case .answersTwice:
      for _ in 0..<2 { try driver.reply(call) }
    }
  }

  // MARK: - H4, H5

  @Test func `a duplicate end, or one after a revocation, changes nothing (H4)`() throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 1, in: folder.path)
    try driver.approve("family0", thresholds: [1])
    let start = try #require(driver.calls.last)
    let effect = Effect.setSetting(store: "Default", key: .denySiri, value: .bool(true))
    try driver.reply(start, [effect])
    #expect(driver.state.families[FamilyID("family0")]?.stores.isEmpty == false)
    let before = driver.state
    try driver.reply(start, [.clearStore("Default")])
    #expect(driver.state == before)

    try driver.use(minutes: 2)
    let late = try #require(driver.calls.last)
    #expect(late.params.callback.name == "eventDidReachThreshold")
    try driver.take(.person(PersonAct(.revokes(FamilyID("family0"), by: .guardian, keepsShields: false))))
    let revoked = driver.state
    try driver.reply(late, [effect])
    #expect(driver.state == revoked)
    if case .denied(let error)? = driver.verdicts[late.id] {
      #expect(error.code == .cancelled)
    } else {
      Issue.record("\(String(describing: driver.verdicts[late.id]))")
    }
    try driver.take(.asked(QuestionID(late.id, 1), .request(.authorize(AuthorizeParams(member: .individual)))))
    if case .refusal(let error)? = driver.answers[QuestionID(late.id, 1)] {
      #expect(error.code == .cancelled)
    } else {
      Issue.record("the question was answered")
    }
    #expect(driver.state == revoked)
  }

  @Test func `an app's reply after its approval was revoked has no effect (H4)`() throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 1, in: folder.path)
    try driver.approve("family0")
    try driver.reply(try #require(driver.calls.last))
    try driver.take(.person(PersonAct(.opens(FamilyID("family0"), stays: false))))
    let opening = try #require(driver.calls.last)
    #expect(opening.params.callback.name == "activate")
    try driver.take(.person(PersonAct(.revokes(FamilyID("family0"), by: .guardian, keepsShields: false))))
    // The revocation dropped the row, so settling it again would be an error of the store.
    try driver.reply(opening)
    let history = try driver.hosted.device.facts.store.read { try $0.deliveryHistory() }
    #expect(history.last?.settlement?.outcome == .dropped)
    // The family's turn is free again.
    try driver.take(.person(PersonAct(.opens(FamilyID("family0"), stays: false))))
    #expect(driver.calls.last?.params.callback.name == "activate" && driver.calls.last?.id != opening.id)
  }

  @Test func `a callback that expired in flight ends without effect and without a failure (H4)`() throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 1, in: folder.path)
    try driver.approve("family0")
    let start = try #require(driver.calls.last)
    let end = driver.now.advanced(by: 8 * 86_400_000)
    while driver.now < end { try driver.take(.time(end)) }
    let history = try driver.hosted.device.facts.store.read { try $0.deliveryHistory() }
    #expect(history.contains { $0.sequence == start.params.delivery.sequence && $0.settlement?.outcome == .expired })
    let before = driver.state.families[FamilyID("family0")]?.stores
    try driver.reply(start, [.setSetting(store: "Default", key: .denySiri, value: .bool(true))])
    #expect(driver.state.families[FamilyID("family0")]?.stores == before)
    // The family continues with its next callback.
    #expect(driver.calls.last?.id != start.id)
  }

  @Test func `a reply applies to the current state and changes only its own family (H5)`() throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 2, in: folder.path)
    for family in ["family0", "family1"] { try driver.approve(family, thresholds: [1]) }
    let (one, other) = (try #require(driver.calls(of: "family0").last), try #require(driver.calls(of: "family1").last))
    try driver.reply(other, [.setSetting(store: "Default", key: .denySiri, value: .bool(true))])
    let neighbour = driver.state.families[FamilyID("family1")]
    // A savepoint without a later reply changes nothing.
    let commit = CommitParams(
      within: RequestID(.host, 1), effects: [.setSetting(store: "Default", key: .lockAccounts, value: .bool(true))])
    try driver.take(.asked(QuestionID(one.id, 1), .request(.commit(commit))))
    #expect(driver.state.families[FamilyID("family0")]?.stores.isEmpty == true)
    try driver.take(.operator(.grant(Household.applications[0], until: driver.now.advanced(by: 60_000))))
    try driver.reply(one, [.setSetting(store: "night", key: .denySiri, value: .bool(true))])
    #expect(driver.state.families[FamilyID("family0")]?.stores.keys.sorted() == ["Default", "night"])
    #expect(driver.state.grants.isEmpty == false)
    #expect(driver.state.families[FamilyID("family1")] == neighbour)
  }

  @Test func `a savepoint is dropped with a callback that fails (H5)`() throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 1, in: folder.path)
    try driver.approve("family0")
    let start = try #require(driver.calls.last)
    let commit = CommitParams(
      within: RequestID(.host, 1), effects: [.setSetting(store: "Default", key: .lockAccounts, value: .bool(true))])
    try driver.take(.asked(QuestionID(start.id, 1), .request(.commit(commit))))
    try driver.take(.ended(start.id, .fallback(reason: .crash(signal: "SIGSEGV"))))
    #expect(driver.state.families[FamilyID("family0")]?.stores.isEmpty == true)
    // The callback is tried again.
    #expect(driver.calls.last?.params.delivery.attempt == 2)
  }

  // MARK: - H7, H9, H10

  @Test(arguments: [Int64(1), 7, 60, 600])
  func `callbacks are due at the same instants however a span of use is divided (H7)`(seconds: Int64) throws {
    func told(_ part: Int64) throws -> [Int64] {
      let folder = StateFolder()
      let driver = try HandDriver(families: 1, in: folder.path)
      try driver.approve("family0", thresholds: [1, 2, 5, 9])
      try driver.use(minutes: 10, partSeconds: part)
      let rows = try driver.hosted.device.facts.store.read { try $0.deliveryHistory() }
      return rows.map(\.owedAt.milliseconds)
    }
    #expect(try told(seconds) == told(601))
  }

  @Test func `unsaved use is merged in memory, and none is lost (H9)`() throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 1, in: folder.path)
    let start = driver.now
    try driver.use(minutes: 100, partSeconds: 1)
    try driver.take(.operator(.saves))
    let total = try driver.hosted.device.facts.totals(from: start, to: driver.now)
    #expect(total[Household.applications[0]] == 6_000_000)
    #expect(try driver.hosted.device.facts.store.read { try $0.use(from: start, to: driver.now) }.count < 10)
  }

  @Test func `a prompt stays open for days, and its family is not approved until it is answered (H10)`() throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 2, in: folder.path)
    let call = try driver.open("family0")
    try driver.approve("family1", thresholds: [1])
    try driver.use(minutes: 3_000, partSeconds: 3_600)
    #expect(driver.state.families[FamilyID("family0")]?.authorization == .notDetermined)
    #expect(driver.answers[QuestionID(call.id, 1)] == nil)
    // The other family continued.
    #expect(driver.calls(of: "family1").count > 1)
    try driver.take(.person(PersonAct(.answers(try #require(driver.prompts.first), .said(.approved)))))
    #expect(driver.state.families[FamilyID("family0")]?.isApproved == true)
    if case .result? = driver.answers[QuestionID(call.id, 1)] {} else { Issue.record("the app has no answer") }
  }

  @Test(arguments: [PromptAnswer.denied, .unanswered, .abandoned])
  func `only a refusal tells the app that it was refused for good (H10)`(_ answer: PromptAnswer) throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 1, in: folder.path)
    let call = try driver.open("family0")
    try driver.take(.person(PersonAct(.answers(try #require(driver.prompts.first), .said(answer)))))
    guard case .refusal(let error)? = driver.answers[QuestionID(call.id, 1)] else {
      Issue.record("\(String(describing: driver.answers))")
      return
    }
    #expect(error.reason == "authorizationCanceled")
    #expect(error.retry == (answer == .denied ? .never : .same))
    #expect(
      driver.state.families[FamilyID("family0")]?.authorization == (answer == .denied ? .denied : .notDetermined))
  }

  // MARK: - H11

  @Test(arguments: ["sealed", "degraded without own-time-namespace", "none"])
  func `a shield shows the grade of the launch that drew it (H11)`(_ grade: String) throws {
    let folder = StateFolder()
    let driver = try HandDriver(families: 1, in: folder.path)
    try driver.approve("family0", thresholds: [1])
    try driver.reply(
      try #require(driver.calls.last),
      [.setSetting(store: "Default", key: .shieldApplicationCategories, value: .categoryPolicy(.all(except: [])))])
    try driver.use(minutes: 2, app: Household.applications[1])
    let call = try #require(driver.sealed.last)
    // An earlier launch had another grade.
    for seen in ["confined", grade] {
      var move = ProcessMove(
        process: 1, from: .launching, to: .greeting, reason: .process(.executed), record: RestartRecord())
      move.grade = seen
      try driver.take(.moved(call.program, move))
    }
    let reply = ShieldConfigurationResult(blur: "dark")
    try driver.take(.ended(call.id, .replied(reply.wire)))
    let shield = try #require(driver.shields.last)
    #expect(shield.look != nil && shield.grade == grade)
    #expect(driver.shields.dropLast().allSatisfy { $0.grade == "default shield" })
  }

  // MARK: - H8

  /// Drivers wait, and code that opens or backs up a state directory reads files; the rest of the host is the device.
  @Test func `no code of the device waits, starts a process or reads a clock (H8)`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Host/HostCore").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
      path.hasSuffix(".swift") && !["Driver/", "Backup/", "Configuration/"].contains(where: path.hasPrefix)
    }
    #expect(files.count > 50)
    let words = [
      "usleep(", "sleep(for", "nanosleep", "Thread.", "DispatchSemaphore", "DispatchQueue", "FileHandle",
      "ContinuousClock", "readLine(", "poll(", "Date()", "Date.now", " Process(",
    ]
    for file in files {
      for line in try String(contentsOfFile: root + "/" + file, encoding: .utf8).split(separator: "\n") {
        for word in words { #expect(!line.contains(word), "\(file): \(line)") }
      }
    }
  }
}
