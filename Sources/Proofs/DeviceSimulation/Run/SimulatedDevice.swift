// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import FamilyManifests
internal import Foundation
internal import HostCore
internal import PrivacyBoundary
internal import ProcessSupervision
internal import ScreenTimeRules
internal import ScreenTimeStore

/// One device under simulation: the production host with a real store, scripted extensions, and the reference model.
final class SimulatedDevice {
  let plan: SimulationPlan
  let life: DeviceLife
  let brain: ScriptBrain
  let faults: HostFaults
  private let directory: String
  private let recording: String?
  private let programs: ScriptedPrograms
  private var zone: String
  private(set) var host: (any SimulationDriver)?
  let laws = LawBook()
  private var lives = 0
  var shadow: ReferenceDevice
  /// The moment in progress; cleared by the transaction in which it takes effect.
  private var pending: Moment?
  private var lastRow: Int64 = 0
  /// The result of the transaction in progress, before it is durable.
  private var seen: CommitView?
  /// Pending rows by id.
  private var owed: [Int64: PendingDelivery] = [:]
  private(set) var notifications: [FamilyID: FamilyNotifications] = [:]
  /// The stored requests that were decoded already.
  private var requests = DecodedRequests()
  private(set) var deliveries = 0
  /// How many entries of each kind the ledger must have. Counted as outbox rows appear, because old ones are deleted.
  private(set) var releases: [LedgerKind: Int] = [:]
  /// The number of events of the device and its person, by kind.
  private(set) var happened: [SimulatedFault: Int] = [:]
  /// Families that the person's answer to a closed prompt approves, each with its member.
  private var agreedLate: [String: FamilyMember] = [:]
  private var planted: PlantedFault?
  private var random: SimulationRandom

  init(_ plan: SimulationPlan, directory: String, recording: String? = nil) throws {
    self.recording = recording
    self.plan = plan
    self.directory = directory
    life = DeviceLife(plan)
    brain = ScriptBrain(plan)
    programs = ScriptedPrograms(brain: brain)
    faults = HostFaults(directory: directory)
    zone = life.zone
    planted = plan.planted
    random = SimulationRandom(seed: plan.seed, "host faults")
    shadow = ReferenceDevice(
      mode: life.mode, now: life.start, zone: life.zone, families: (0..<plan.families).map(Household.name))
    // A family whose picker was closed without an answer has no tokens to name.
    brain.token = { [unowned self] item, family in
      guard let facts = host?.facts, facts.nameableItems(of: FamilyID(family)).contains(item) else { return nil }
      return facts.token(for: item, of: FamilyID(family))
    }
    // With interleaving, the state may change between a request and its arrival at the extension, so check the request
    // when it is made.
    brain.onPerform = { [unowned self] call, family in
      if !plan.isInterleaved, !faults.isKilled { checkSnapshot(call, of: family) }
    }
    laws.onRequest = { [unowned self] in checkSnapshot($0, of: $1) }
    laws.find = { [unowned self] in shadow.find($0, $1) }
    laws.owed = { [unowned self] family, sequence in
      owed.values.first { $0.family == family && $0.sequence == sequence }
    }
    laws.listed = { [unowned self] in notifications[$0]?.lastNumber ?? 0 }
    laws.clears = { [unowned self] in shadow.families[$1.rawValue]?.notices.cleared.insert($0) }
    laws.agreesLate = { [unowned self] in agreedLate[$0.rawValue] = $1 }
    laws.pending = { [unowned self] family in
      owed.values.filter { $0.family == family }.sorted { $0.id < $1.id }
    }
  }

  // MARK: - The host

  /// Starts the host on the directory's content.
  func startHost() throws {
    faults.hostStarts()
    brain.forgetConversation()
    agreedLate = [:]
    lives += 1
    let configuration = HostConfiguration(
      stateDirectory: directory, outputDirectory: nil, recordingPath: recording,
      families: try Household.families(plan.families), launcherPath: "", clock: .virtual, mode: life.mode,
      start: life.start,
      environment: EnvironmentSnapshot(locale: "en_GB", timeZone: zone, firstWeekday: 2, uses24Hour: true),
      profile: .open, registry: Household.registry, names: [:], answers: Household.answers(plan.families),
      presses: life.presses, seed: plan.seed, reproducibleKeys: true, programs: programs)
    let host: any SimulationDriver =
      plan.isInterleaved
      ? try SimulatedDriver(configuration, programs: programs, seed: plan.seed, life: lives, laws: laws)
      : try VirtualDriver(configuration)
    self.host = host
    let store = host.facts.store
    store.onTransaction = { [unowned self, unowned host] moment, reader in
      laws.storeReached(moment)
      if let reader { seen = try view(reader, host.facts.state) }
      try faults.moment(moment, of: store) { if let seen { observe(seen) } }
    }
    // The host has detected its time zone by itself.
    if case .travel(let place)? = pending, host.facts.state.place.timeZone == place {
      shadow.travel(to: place)
      pending = nil
    }
    checkReopened(host)
    observe(try host.facts.store.read { try view($0, host.facts.state) })
  }

  /// Drops the host with its memory, as after `kill -9`.
  func dropHost() {
    host?.facts.store.onTransaction = nil
    host?.abandon()
    host = nil
  }

  /// Stops the host normally.
  func stopHost() throws {
    try host?.close()
    host?.facts.store.onTransaction = nil
    host = nil
  }

  // MARK: - Moments

  /// Runs through one moment, with any faults of the host.
  func live(_ moment: Moment) throws {
    armFaults()
    pending = moment
    if let kind = moment.kind { happened[kind, default: 0] += 1 }
    if case .use(let spans, _) = moment { shadow.feed = spans }
    // A restarted host may fail again, but the number of faults per moment is limited.
    for _ in 0..<8 {
      do {
        try act(moment)
        _ = try faults.end(in: host?.facts.store)
        return
      } catch is HostKilled {
        try restart()
      } catch let error as StoreError {
        try outlive(error)
      }
      if faults.isKilled { try restart() }
      if case .use = moment { continue }
      if pending == nil { return }
    }
    shadow.find(.failuresAreClear, "the host did not complete a moment in eight tries")
  }

  private func restart() throws {
    dropHost()
    _ = try faults.end(in: nil)
    try startHost()
  }

  /// After a failed write the error must name the cause, and the same host must continue when the cause is gone.
  private func outlive(_ error: StoreError) throws {
    if faults.isKilled { return }
    let isClear = error.description.contains("the disk is full") || error.description.contains("Another program")
    if try !faults.end(in: host?.facts.store) || !isClear {
      shadow.find(.failuresAreClear, "the host failed without a clear cause: \(error.description)")
    }
  }

  private func act(_ moment: Moment) throws {
    switch moment {
    case .use(let spans, let end): try host?.live(through: spans, until: end)
    case .clock(let time): try host?.act(.source(.clockJumped(to: time)))
    case .travel(let place):
      try stopHost()
      zone = place
      try startHost()
    case .grant(let item, let end): try host?.act(.operator(.grant(item, until: end)))
    case .policy(let stores): try host?.act(.operator(.policy(stores)))
    case .revoke(let family):
      try host?.act(
        .person(PersonAct(.revokes(FamilyID(Household.name(of: family)), by: .guardian, keepsShields: false))))
    case .open(let family): try host?.open(FamilyID(Household.name(of: family)))
    }
    // The host was killed even if it caught the error.
    if faults.isKilled { throw HostKilled() }
  }

  private func armFaults() {
    // Draw in any case, so that a plan with fewer faults is the same run without them.
    let (draw, after, pages) = (random.number(1...20), random.number(0...5), random.number(0...1))
    let moment = random.pick(DeviceStore.Moment.allCases)
    guard !brain.isHealthy else { return }
    switch draw {
    case 1...4 where plan.faults.contains(.kill): faults.arm(.kill(moment), after: after)
    case 5...6 where plan.faults.contains(.full): faults.arm(.full(pages: pages), after: after)
    case 7...8 where plan.faults.contains(.locked): faults.arm(.locked, after: after)
    default: break
    }
  }

  /// Resets every program and stops all faults.
  func heal() throws {
    brain.isHealthy = true
    (host as? SimulatedDriver)?.pace = .all
    for family in 0..<plan.families {
      for program in try Household.families(plan.families)[family].manifest.programs {
        try host?.act(.operator(.reset(ProgramID(program.id))))
      }
    }
  }

  // MARK: - After each transaction

  private func view(_ store: StoreReader, _ state: DeviceState) throws -> CommitView {
    let added = try store.deliveries(after: lastRow)
    let open = Set(try store.owedDeliveries().map(\.id))
    let gone = (owed.keys.filter { !open.contains($0) } + added.filter { $0.settlement != nil }.map(\.id)).sorted()
    let settled = try gone.compactMap { try store.delivery($0) }
    if settled.count != gone.count { shadow.find(.nothingOwedIsLost, "a pending row is missing from the outbox") }
    return CommitView(
      clock: try store.savedClock() ?? life.start, added: added, settled: settled,
      notifications: try store.notifications(since: &requests), state: state)
  }

  private func observe(_ seen: CommitView) {
    var view = seen
    lastRow = max(lastRow, view.added.last?.id ?? 0)
    for row in view.added {
      owed[row.id] = row
      if let kind = release(by: row) { releases[kind, default: 0] += 1 }
    }
    for row in view.settled { owed[row.id] = nil }
    deliveries += view.settled.count
    notifications = view.notifications
    if let fault = planted, fault.plant(in: &view) { planted = nil }
    check(view)
    for complaint in brain.takeComplaints() { shadow.find(.effectsAreAppliedOnce, complaint) }
  }

  /// Applies the transaction to the reference model, and compares.
  private func check(_ view: CommitView) {
    takePending(view)
    shadow.checkClock(view.clock)
    shadow.advance(to: view.clock)
    shadow.decideIfTold(view.added)
    shadow.fireNotices()
    for (family, member) in brain.asking.merging(agreedLate, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key })
    where view.state.families[FamilyID(family)]?.isApproved == true && shadow.families[family]?.isApproved == false {
      shadow.approve(family, as: member)
      agreedLate[family] = nil
    }
    for row in view.settled {
      shadow.settle(row, answer: brain.answers[.init(family: row.family, sequence: row.sequence)])
    }
    shadow.match(view.added)
    shadow.checkDrops(view.settled)
    guard view.state.now == view.clock else { return }
    shadow.compareFamilies(view.state)
    shadow.compareNotices(view.notifications)
    shadow.compareSettingsIfChanged(view.state, mode: life.mode)
  }

  /// Applies a moment other than use in the first transaction that shows its effect.
  private func takePending(_ view: CommitView) {
    switch pending {
    case .clock(let time)? where view.clock == time: shadow.setClock(to: time)
    case .grant(let item, let end)? where view.state.grants[item] == end || end <= shadow.now:
      shadow.grants[item] = end > shadow.now ? end : nil
    case .policy(let stores)? where view.state.operatorStores == stores: shadow.operatorStores = stores
    case .revoke(let family)?
    where view.state.families[FamilyID(Household.name(of: family))]?.isApproved == false:
      shadow.revoke(Household.name(of: family))
    default: return
    }
    pending = nil
  }
}
