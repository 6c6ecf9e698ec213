// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import ScreenTimeRules
import ScreenTimeStore
import Testing
import WrittenCodes

@testable import HostCore
@testable import ProcessSupervision

/// The programs of the configured families, and the records of those that fail.
@Suite struct FamilyRegistryTests {
  private static let monitor = ProgramID("homework.monitor")
  private static let app = ProgramID("homework.app")

  private let life: PlayedLife
  private let registry: FamilyRegistry

  init() throws {
    life = try PlayedLife()
    try life.settle()
    registry = life.facts.owners.registry
  }

  private func move(
    _ from: ProcessState, _ to: ProcessState, _ reason: ReasonCode = "demand",
    _ change: (inout ProcessMove) -> Void = { _ in }
  ) -> ProcessMove {
    var move = ProcessMove(process: 1, from: from, to: to, reason: reason, record: RestartRecord())
    change(&move)
    return move
  }

  /// A request with this argument.
  private func request(_ argument: String) -> WireValue {
    ["arguments": ["activity": .string(argument)], "callback": "intervalDidStart"]
  }

  private func stored(_ program: ProgramID = Self.monitor) throws -> RestartMemory? {
    try life.facts.store.read { try $0.value(RestartMemory.self, RestartMemory.key(program.rawValue)) }
  }

  private func save() throws { try life.facts.store.transaction { try registry.save(in: $0) } }

  // MARK: - Programs

  @Test func `programs are listed by family and name, and found by either`() {
    let names = ["app", "monitor", "shieldaction", "shieldconfiguration"]
    let ids = ["homework", "worklog"].map { family in names.map { "\(family).\($0)" } }
    #expect(registry.programs.map(\.id.rawValue) == ids[0] + ids[1])
    #expect(registry.programs(of: FamilyID("worklog")).map(\.id.rawValue) == ids[1])
    #expect(registry.programs(of: FamilyID("absent")).isEmpty)
    #expect(registry.program(Self.app)?.point == .app && registry.program(ProgramID("homework.report")) == nil)
    #expect(registry[FamilyID("worklog"), .monitor]?.id == ProgramID("worklog.monitor"))
    #expect(registry[FamilyID("worklog"), .report] == nil && registry[FamilyID("absent"), .app] == nil)
    #expect(Set(ExtensionPoint.allCases.filter(\.isRepeatable)) == [.widget, .focusFilter])
  }

  @Test func `a delivery is named by its program, or by its point if the family has no such program`() {
    func name(_ family: String, _ point: String) -> String {
      registry.name(
        of: PendingDelivery(
          family: family, sequence: 1, point: point, callback: "activate", dueAt: life.instant, owedAt: life.instant,
          body: []))
    }
    #expect(name("homework", "shieldAction") == "homework.shieldaction")
    #expect(name("homework", "report") == "homework.report" && name("homework", "later") == "homework.later")
    #expect(name("absent", "monitor") == "absent.monitor")
  }

  // MARK: - Moves

  @Test func `the status of a program follows the moves of its process`() throws {
    var expected = try #require(registry.standing(Self.monitor))
    let others = registry.programs.map(\.id).filter { $0 != Self.monitor }
    let untouched = others.map { registry.standing($0) }
    var struck = RestartRecord()
    struck.strike(at: life.now, isFailedHello: true, RestartPolicy(seed: 1))
    func follow(_ move: ProcessMove, _ change: (inout ProgramStatus) -> Void = { _ in }) {
      registry.moved(Self.monitor, move)
      (expected.state, expected.record) = (move.to, move.record)
      change(&expected)
      #expect(registry.standing(Self.monitor) == expected, "\(move.from.name) to \(move.to.name)")
    }
    #expect(registry.grade(FamilyID("homework"), .monitor) == "not seen")
    follow(move(.cold, .launching))
    follow(move(.launching, .backingOff(until: 5), "launch.mounts") { $0.launchFailure = "No mounts." }) {
      $0.launchFailure = "No mounts."
    }
    follow(move(.backingOff(until: 5), .launching))
    follow(move(.launching, .greeting, "exec.ok") { $0.grade = "full" }) { $0.grade = "full" }
    follow(
      move(.greeting, .exiting(.failedHello), "hello.timeout") {
        $0.record = struck
        $0.build = "aa"
      }
    ) {
      $0.startFailure = "hello.timeout"
      $0.build = "aa"
    }
    // The reason stays until another process has answered.
    follow(move(.exiting(.failedHello), .backingOff(until: 9), "strike") { $0.record = struck })
    follow(move(.backingOff(until: 9), .launching) { $0.record = struck })
    follow(
      move(.launching, .greeting, "exec.ok") {
        $0.record = struck
        $0.grade = "partial"
      }
    ) { $0.grade = "partial" }
    follow(move(.greeting, .idle(since: 10), "hello.ok")) { $0.startFailure = nil }
    follow(move(.idle(since: 10), .exiting(.clean), "idle.expired"))
    #expect(registry.grade(FamilyID("homework"), .monitor) == "partial")
    #expect(registry.grade(FamilyID("homework"), .report) == "not seen")
    #expect(others.map { registry.standing($0) } == untouched)
    registry.moved(ProgramID("absent.monitor"), move(.cold, .launching))
    #expect(registry.standing(ProgramID("absent.monitor")) == nil)
  }

  @Test func `an app is open while its process is idle or busy, whatever other programs do`() {
    let states: [(ProcessState, Bool)] = [
      (.refused, false), (.cold, false), (.launching, false), (.greeting, false), (.idle(since: 0), true),
      (.busy(RequestID(.host, 2)), true), (.draining(.clean), false), (.exiting(.clean), false),
      (.backingOff(until: 5), false), (.quarantined(until: 5), false), (.disabled, false),
    ]
    for (state, isOpen) in states {
      registry.moved(Self.app, move(.cold, state))
      #expect(registry.isOpen(FamilyID("homework")) == isOpen, "\(state.name)")
      registry.moved(ProgramID("worklog.monitor"), move(.cold, state))
      #expect(!registry.isOpen(FamilyID("worklog")) && !registry.isOpen(FamilyID("absent")), "\(state.name)")
    }
  }

  @Test func `output and an exceeded budget belong to one process, and output is taken once`() {
    registry.printed(["one", "two"], by: Self.app)
    registry.printed(["other"], by: Self.monitor)
    registry.moved(Self.app, move(.busy(RequestID(.host, 2)), .exiting(.strike)) { $0.exceeded = "too much" })
    registry.moved(Self.app, move(.exiting(.strike), .backingOff(until: 5)))
    registry.moved(Self.app, move(.backingOff(until: 5), .launching))
    #expect(registry.excess(of: Self.app) == "too much" && registry.excess(of: Self.monitor) == nil)
    #expect(registry.takeOutput(of: Self.app) == ["one", "two"] && registry.takeOutput(of: Self.app) == [])
    registry.printed(["three"], by: Self.app)
    registry.moved(Self.app, move(.launching, .greeting))
    #expect(registry.takeOutput(of: Self.app) == [] && registry.excess(of: Self.app) == nil)
    #expect(registry.takeOutput(of: Self.monitor) == ["other"])
    registry.wrote(Self.app)
    #expect(!registry.takeSealedOutput(of: Self.monitor))
    let taken = [registry.takeSealedOutput(of: Self.app), registry.takeSealedOutput(of: Self.app)]
    #expect(taken == [true, false])
  }

  // MARK: - Poison

  @Test func `a request that crashes two processes in a row is poison`() {
    func fells(_ argument: String?, _ reason: ReasonCode = "crash.SIGSEGV") -> Bool {
      if let argument { registry.remember(request(argument), of: Self.monitor) }
      return registry.findPoison(Self.monitor, reason: reason)
    }
    #expect(!fells(nil) && !fells(nil), "no request is known")
    #expect(!fells("a", "deadline") && !fells("a"), "a deadline is not remembered")
    #expect(!fells("b") && !fells("a"), "another request")
    #expect(fells("a") && fells("a"))
    #expect(registry.lastRequest(to: Self.monitor) == request("a") && registry.lastRequest(to: Self.app) == nil)
    registry.clearFelled(Self.app)
    #expect(fells("a"))
    registry.clearFelled(Self.monitor)
    #expect(!fells("a"))
    registry.remember(.null, of: Self.monitor)
    #expect(!fells(nil) && !fells(nil), "a request of another form has no digest")
    #expect(fells("a"), "and it does not count as another request")
  }

  // MARK: - The store

  private struct FullDisk: Error {}

  @Test func `the digest of a poison input is stored by a save, dropped by another, and read again by a reload`() throws
  {
    try save()
    #expect(!registry.hasUnsaved)
    registry.remember(request("a"), of: Self.monitor)
    _ = registry.findPoison(Self.monitor, reason: "crash.SIGSEGV")
    #expect(registry.hasUnsaved)
    #expect(throws: (any Error).self) {
      try life.facts.store.transaction { transaction in
        try registry.save(in: transaction)
        throw FullDisk()
      }
    }
    var memory = try stored()
    #expect(registry.hasUnsaved && memory == nil)
    try save()
    memory = try stored()
    #expect(!registry.hasUnsaved && memory?.felledBy == registry.standing(Self.monitor)?.felledBy)
    #expect(memory?.felledBy != nil && memory?.isDisabled == false)
    registry.remember(request("b"), of: Self.monitor)
    _ = registry.findPoison(Self.monitor, reason: "crash.SIGSEGV")
    #expect(registry.hasUnsaved)
    try life.facts.store.read { try registry.reload($0) }
    #expect(!registry.hasUnsaved && registry.standing(Self.monitor)?.felledBy == memory?.felledBy)
    registry.clearFelled(Self.monitor)
    #expect(registry.hasUnsaved)
    try save()
    memory = try stored()
    #expect(!registry.hasUnsaved && memory == nil)
  }

  @Test func `a program is remembered if it failed, is quarantined or is disabled, and starts again in that state`() {
    var struck = RestartRecord()
    struck.strike(at: 1, isFailedHello: false, RestartPolicy(seed: 1))
    func kept(_ state: ProcessState, _ change: (inout ProgramStatus) -> Void = { _ in }) -> RestartMemory? {
      var status = ProgramStatus(state: state, record: RestartRecord())
      change(&status)
      return RestartMemory(status)
    }
    for state in [.cold, .launching, .idle(since: 1), .backingOff(until: 5), .refused] as [ProcessState] {
      #expect(kept(state) == nil && kept(state) { $0.build = "aa" } == nil, "\(state.name)")
      let memory = kept(state) { $0.record = struck }
      #expect(memory?.record == struck && memory?.build == "" && memory?.felledBy == nil && memory?.state == .cold)
      let felled = kept(state) { ($0.felledBy, $0.build) = ("digest", "aa") }
      #expect(felled?.felledBy == "digest" && felled?.build == "aa" && felled?.state == .cold, "\(state.name)")
    }
    let quarantined = kept(.quarantined(until: 5)) { $0.record = struck }
    #expect(quarantined?.state == .quarantined(until: 5) && quarantined?.record == struck)
    #expect(quarantined?.isDisabled == false && kept(.disabled)?.quarantinedUntil == nil)
    #expect(kept(.disabled)?.state == .disabled && kept(.quarantined(until: 5))?.state == .quarantined(until: 5))
  }

  @Test func `the requests of the newest eight poisoned deliveries of a family are kept, each once`() throws {
    let (homework, worklog) = (FamilyID("homework"), FamilyID("worklog"))
    func keep(_ sequence: Int64, of family: FamilyID = FamilyID("homework")) throws {
      let program = try #require(registry[family, .monitor])
      let delivery = PendingDelivery(
        family: family.rawValue, sequence: sequence, point: "monitor", callback: "intervalDidStart",
        dueAt: life.instant, owedAt: life.instant, body: [])
      try life.facts.store.transaction {
        try PoisonRequest.keep(request("\(sequence)"), of: delivery, to: program, in: $0)
      }
    }
    func kept(_ family: FamilyID) throws -> [Int64] { try life.facts.poisonRequests(of: family).map(\.sequence) }
    for sequence in 1...8 as ClosedRange<Int64> { try keep(sequence) }
    #expect(try kept(homework) == Array(1...8))
    try keep(9)
    #expect(try kept(homework) == Array(2...9))
    try keep(5)
    #expect(try kept(homework) == [2, 3, 4, 6, 7, 8, 9, 5] && kept(worklog).isEmpty)
    try keep(3, of: worklog)
    #expect(
      try life.facts.poisonRequests(of: worklog) == [
        PoisonRequest(
          sequence: 3, program: "worklog.monitor", callback: "intervalDidStart",
          params: #"{"arguments":{"activity":"3"},"callback":"intervalDidStart"}"#)
      ])
    #expect(try kept(homework).count == 8)
  }

  @Test func `of a process's output the last twenty lines are kept, of each the first 512 bytes`() {
    func kept(_ lines: [String], isCountedOnly: Bool = false) -> [String] {
      var log = CapturedLog(isCountedOnly: isCountedOnly)
      log.append(Array(lines.joined(separator: "\n").utf8))
      return FailedOutput.lastLines(of: log)
    }
    let lines = (1...21).map { "line \($0)" }
    #expect(kept(lines) == Array(lines.dropFirst()) && kept(Array(lines.dropFirst())) == Array(lines.dropFirst()))
    #expect(kept(["a", "", "b", ""]) == ["a", "b"] && kept([]) == [])
    let long = (510...514).map { String(repeating: "x", count: $0) }
    #expect(kept(long).map(\.count) == [510, 511, 512, 512, 512])
    #expect(kept(lines, isCountedOnly: true) == [])
  }
}
