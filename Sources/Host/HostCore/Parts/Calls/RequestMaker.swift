// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import FamilyManifests
import PrivacyBoundary
import ProcessSupervision
import ScreenTimeRules
import ScreenTimeStore

/// Makes requests: a callback's arguments, its family's snapshot and the delivery's members.
final class RequestMaker {
  let memory: DeviceMemory
  let notifications: NotificationCenter
  let widgets: WidgetKeeper
  let focus: FocusDesk
  let registry: FamilyRegistry
  let consent: ConsentDesk
  let configuration: HostConfiguration
  private let snapshots = SnapshotShelf()

  init(_ owners: Owners) {
    memory = owners.memory
    notifications = owners.notifications
    widgets = owners.widgets
    focus = owners.focus
    registry = owners.registry
    consent = owners.consent
    configuration = owners.configuration
  }

  private var state: DeviceState { memory.state }

  /// The environment, with the time zone where the person is now.
  var environment: EnvironmentSnapshot {
    var environment = configuration.environment
    environment.timeZone = state.place.timeZone
    return environment
  }

  private func snapshot(
    of family: FamilyID, in state: DeviceState, for point: ExtensionPoint, badge: Int64? = nil
  ) -> Snapshot {
    guard let known = state.families[family] else { return Snapshot(environment: environment) }
    let builder = SnapshotBuilder(
      environment: environment,
      minting: FamilyMinting(tokens: consent.tokens, family: family.rawValue),
      groups: registry.families[family]?.manifest.groups ?? [])
    // Leave out a suspended part of the snapshot and send the message without it (PRIV-FP6).
    let media =
      consent.isSuspended(release: 9, at: point, of: family, in: memory.state)
      ? nil : effectiveMedia(of: family, in: state)
    var snapshot = snapshots.snapshot(
      of: known, family, for: point, effective: media, by: builder, consent.tokens.edition)
    let count = badge ?? notifications[family].badge
    if point == .app || point == .focusFilter, count != 0 { snapshot.badge = count }
    if [.app, .widget, .focusFilter].contains(point),
      !consent.isSuspended(release: 7, at: point, of: family, in: memory.state)
    {
      snapshot.focus = focus.inForce(of: family)
    }
    if [.app, .widget].contains(point), !consent.isSuspended(release: 6, at: point, of: family, in: memory.state) {
      snapshot.widgets = placed(of: family)
    }
    guard !consent.isSuspended(release: 5, at: point, of: family, in: memory.state) else { return snapshot }
    snapshot.tokens = consent.tokens.invalidTokens(of: family.rawValue).compactMap { token, reason in
      token.wireToken.map { TokenStatus($0, because: reason) }
    }
    return snapshot
  }

  /// The three merged media values of the families whose settings this one may read (M9). `nil` while they are all
  /// defaults.
  private func effectiveMedia(of family: FamilyID, in state: DeviceState) -> EffectiveMedia? {
    let settings = memory.rules.effectiveSettings(readableBy: family, in: state)
    let media = EffectiveMedia(
      denyExplicitContent: settings.isRestricted(.denyExplicitContent),
      maximumMovieRating: settings.rating(.maximumMovieRating),
      maximumTVShowRating: settings.rating(.maximumTVShowRating))
    return media == EffectiveMedia() ? nil : media
  }

  private func placed(of family: FamilyID) -> [PlacedWidget] {
    widgets.ordered.lazy.filter { $0.family == family }.compactMap { own in
      WidgetSize(rawValue: own.size).map {
        PlacedWidget(instance: own.id, kind: own.kind, size: $0)
      }
    }
  }

  // MARK: - Widgets and Focus filters

  /// - Parameters:
  ///   - isBare: whether the snapshot holds the environment alone (WIDGET-W25).
  ///   - number: counts the timelines of the widget, for the seed.
  func widget(
    _ callback: Callback, isBare: Bool, number: Int64, _ program: HostedProgram
  ) throws(FlowPolicyError) -> EncodedRequest {
    try ask(
      callback, isBare: isBare, program,
      seed: consent.tokens.deliverySeed(of: program.family.rawValue, point: program.point.rawValue, sequence: number))
  }

  /// The request for a question to a Focus filter.
  func filter(
    _ callback: FocusCallback, isBare: Bool, _ program: HostedProgram
  ) throws(FlowPolicyError) -> EncodedRequest { try ask(.focus(callback), isBare: isBare, program, seed: nil) }

  private func ask(
    _ callback: Callback, isBare: Bool, _ program: HostedProgram, seed: Int64?
  ) throws(FlowPolicyError) -> EncodedRequest {
    try consent.encoder(for: program.point, of: program.family, in: state).perform(
      PerformParams(
        callback: callback,
        delivery: DeliveryInfo(
          cause: .natural, attempt: 1, now: HostCalendar.wholeMinute(state.now).milliseconds,
          seed: isBare ? 0 : seed ?? 0),
        snapshot: isBare
          ? Snapshot(environment: environment) : snapshot(of: program.family, in: state, for: program.point),
        deadlineMs: program.declaration.limits.deadlineMs))
  }

  // MARK: - Points with effects

  func monitor(_ owed: PendingDelivery, _ delivery: Delivery, _ program: HostedProgram) throws(FlowPolicyError)
    -> EncodedRequest
  {
    try encode(
      .monitor(delivery.callback, activity: delivery.activity, event: delivery.event), program,
      deliveryInfo(owed, cause: told(delivery.cause), monitor: delivery))
  }

  /// The cause that the family is given. Only the profile `open` tells that the host was down, because a family has no
  /// need to know when a device is on.
  private func told(_ cause: DeliveryCause) -> DeliveryInfo.Cause {
    guard cause != .catchUp || consent.profile == .open else { return .natural }
    return DeliveryInfo.Cause(rawValue: cause.rawValue) ?? .natural
  }

  func callback(
    _ callback: Callback, of owed: PendingDelivery, cause: DeliveryInfo.Cause = .natural, _ program: HostedProgram
  ) throws(FlowPolicyError) -> EncodedRequest {
    try encode(callback, program, deliveryInfo(owed, cause: cause))
  }

  /// The request for a callback that has no pending delivery.
  func stateChanged(_ changes: [StateChange], _ program: HostedProgram) throws(FlowPolicyError) -> EncodedRequest {
    try encode(
      .stateChanged(changes: changes), program,
      DeliveryInfo(attempt: 1, now: HostCalendar.wholeMinute(state.now).milliseconds))
  }

  private func encode(
    _ callback: Callback, _ program: HostedProgram, _ delivery: DeliveryInfo
  ) throws(FlowPolicyError) -> EncodedRequest {
    try consent.encoder(for: program.point, of: program.family, in: state).perform(
      PerformParams(
        callback: callback, delivery: delivery, snapshot: snapshot(of: program.family, in: state, for: program.point),
        deadlineMs: program.declaration.limits.deadlineMs))
  }

  /// The delivery's members in a request to a point that has effects.
  private func deliveryInfo(
    _ delivery: PendingDelivery, cause: DeliveryInfo.Cause, monitor: Delivery? = nil
  ) -> DeliveryInfo {
    let isMonitor = monitor != nil
    let now = isMonitor ? monitorTime(of: FamilyID(delivery.family)) : HostCalendar.wholeMinute(state.now)
    return DeliveryInfo(
      sequence: delivery.sequence, cause: cause, attempt: Int64(delivery.attempts) + 1,
      dueAt: isMonitor || delivery.point == ExtensionPoint.focusFilter.rawValue
        ? delivery.dueAt.milliseconds : nil, now: now.milliseconds,
      interval: monitor.map {
        .init(
          id: $0.interval.id, start: $0.interval.start.milliseconds, end: $0.interval.end.milliseconds)
      },
      mode: isMonitor ? (memory.rules.mode == .exact ? .exact : .faithful) : nil,
      seed: delivery.point == ExtensionPoint.app.rawValue ? nil : seed(of: delivery))
  }

  /// The time shown to a monitor's callback: its slot's, even when the callback is delivered late (PRIV-MT2).
  private func monitorTime(of family: FamilyID) -> Timestamp {
    memory.rules.grids[family]?.slot(atOrBefore: state.now, in: state.place) ?? state.now
  }

  /// The random seed of a delivery; 0 for a family without a grant, since it has no key.
  private func seed(of delivery: PendingDelivery) -> Int64 {
    consent.tokens.deliverySeed(of: delivery.family, point: delivery.point, sequence: delivery.sequence) ?? 0
  }

  // MARK: - Sealed points

  func sealed(
    _ callback: Callback, now: Timestamp, _ program: HostedProgram, _ receipt: LedgerReceipt,
    elements: [ReportElement]? = nil
  ) -> ApprovedRequest {
    .sealed(
      SealedMessage(
        PerformParams(
          callback: callback, delivery: DeliveryInfo(attempt: 1, now: now.milliseconds, seed: 0),
          snapshot: snapshot(of: program.family, in: state, for: program.point),
          deadlineMs: program.declaration.limits.deadlineMs),
        to: program.point, of: program.family.rawValue, under: consent.policy, profile: consent.profile,
        consent: consent.agreedPolicy(of: program.family, in: state), receipt: receipt, elements: elements))
  }

  // MARK: - Answers

  /// The answer to an accepted `commit`: revision and snapshot, checked by the flow policy like every request.
  func commitResult(_ copy: WorkingCopy, _ program: HostedProgram) throws(ErrorObject) -> WireValue {
    let result = CommitResult(
      revision: copy.state.families[program.family]?.revision ?? 0,
      snapshot: snapshot(
        of: program.family, in: copy.state, for: program.point, badge: copy.notifications.badge))
    return try answer(to: program) { encoder throws(FlowPolicyError) in try encoder.result(of: result) }
  }

  /// An encoded answer, or the policy's refusal as an error for the extension.
  func answer(
    to program: HostedProgram, _ encode: (RequestEncoder) throws(FlowPolicyError) -> EncodedRequest
  ) throws(ErrorObject) -> WireValue {
    do throws(FlowPolicyError) {
      return try encode(consent.encoder(for: program.point, of: program.family, in: state)).body
    } catch {
      throw ErrorObject(.denied, error.description)
    }
  }
}
