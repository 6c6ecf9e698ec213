// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol
internal import ExtensionTransport

/// One extension under supervision: launched on demand, called, stopped, and held back when it fails.
///
/// Calls block and come from one thread: the order of callbacks is part of the contract (C6), so an actor would gain
/// nothing here. ``ProcessLifecycle`` decides what may happen next; this type carries it out on a real child.
public final class SupervisedExtension {
  public let configuration: ExtensionConfiguration
  public private(set) var lifecycle: ProcessLifecycle
  /// Answers requests that arrive while no callback is in flight (an app's `commit`).
  public var answerWhileIdle: (ExtensionRequest) -> Result<WireValue, ErrorObject>

  let launcher: any ExtensionLaunching
  /// Launches a process for requests that must not meet others, with fewer files; `nil` if the point has none.
  private let bareLauncher: (any ExtensionLaunching)?
  /// Whether the current process, or the next one, is such a process.
  private var isBare = false
  var clock: DeadlineClock { launcher.clock }
  weak var observer: (any ProcessObserver)?
  var conversation: Conversation?
  /// Ends a wait from another thread.
  let interruption = Interruption()
  private var launches = 0
  private var launchRate: LaunchRate
  private let startGate: StartGate
  /// The reason of the last failed launch, for the message to a person.
  public private(set) var lastLaunchFailure: LaunchFailure?
  /// The budget that the newest process exceeded.
  public internal(set) var exceededBudget: ExceededBudget?

  public init(
    configuration: ExtensionConfiguration, launcher: any ExtensionLaunching,
    bareLauncher: (any ExtensionLaunching)? = nil, lifecycle: ProcessLifecycle,
    observer: (any ProcessObserver)?, startGate: StartGate = StartGate(),
    answerWhileIdle: @escaping (ExtensionRequest) -> Result<WireValue, ErrorObject> = { request in
      .failure(ErrorObject(.busy, "\(request.method.rawValue) came outside a callback.", retry: .after))
    }
  ) {
    self.configuration = configuration
    self.launcher = launcher
    self.bareLauncher = bareLauncher
    self.lifecycle = lifecycle
    self.observer = observer
    self.startGate = startGate
    launchRate = LaunchRate(most: configuration.launchesPerMinute)
    self.answerWhileIdle = answerWhileIdle
  }

  /// The contexts that a report named in its `hello`.
  public var contexts: [String]? { conversation?.contexts }

  public var processID: Int32? { conversation?.child.processID }

  /// Performs one callback, launching a process if none is ready.
  ///
  /// - Parameter now: the host's clock in milliseconds; deadlines use real monotonic time.
  public func perform(_ call: PerformCall, now: Int64) -> PerformOutcome {
    if let unavailable = becomeReady(now: now) { return unavailable }
    let outcome = converse(call, now: now)
    // A sealed process gets only one request, whatever its outcome.
    if configuration.point.isSealed, case .idle = lifecycle.state { take(.warmExpired, now: now) }
    return outcome
  }

  /// Ends a process of the other sort. A bare process takes one request.
  func prepare(forBare isWanted: Bool, now: Int64) {
    if isBare || isWanted { stop(.idle, now: now) }
    isBare = isWanted
  }

  /// Keeps a process of a sealed point ready for its only request: it has answered `hello` and received nothing else
  /// (PRIV-SE1). A process that waits too long is replaced.
  public func keepWarm(now: Int64) {
    guard configuration.point.isSealed else { return }
    tick(now: now)
    if case .cold = lifecycle.state, launchRate.nextLaunch(now: now) == nil { take(.prewarm, now: now) }
  }

  /// Ends a process that is ready for a request that is not expected any more.
  public func coolDown(now: Int64) {
    guard configuration.point.isSealed, case .idle = lifecycle.state else { return }
    take(.warmExpired, now: now)
  }

  /// Advances the host's clock to `now`: stops idle processes, ends back-off, and serves requests outside callbacks.
  public func tick(now: Int64) {
    switch lifecycle.state {
    case .idle(let since):
      serveIdle(now: now)
      guard case .idle = lifecycle.state, let conversation else { return }
      if conversation.callbacks >= configuration.callbacksPerProcess
        || now - conversation.launchedAt >= configuration.lifetimeMs
      {
        take(configuration.point.isSealed ? .warmExpired : .recycled, now: now)
      } else if let idleStop = configuration.idleStopMs, now - since >= idleStop {
        take(configuration.point.isSealed ? .warmExpired : .idleExpired, now: now)
      }
    case .backingOff(let until) where until <= now: take(.backoffOver, now: now)
    default: break
    }
  }

  /// The time at which ``tick(now:)`` next has work.
  var nextTick: Int64? {
    switch lifecycle.state {
    case .idle(let since):
      guard let conversation else { return nil }
      let recycled = conversation.launchedAt.addingReportingOverflow(configuration.lifetimeMs)
      return [configuration.idleStopMs.map { since + $0 }, recycled.overflow ? nil : recycled.partialValue]
        .compactMap(\.self).min()
    case .backingOff(let until): return until
    default: return nil
    }
  }

  /// Ends the process, if there is one. Pending work stays pending.
  public func stop(_ reason: Shutdown.Reason, now: Int64) {
    // A sealed process is killed without a shutdown message.
    take(configuration.point.isSealed ? .warmExpired : .stop(reason: reason.rawValue), now: now)
  }

  /// Kills the process immediately, because the authorization was revoked.
  public func revoke(now: Int64) { take(.revoked, now: now) }

  /// Stops the process until ``letGo()``. It must not be sent anything before that.
  ///
  /// - Returns: whether the whole process has stopped.
  public func holdStill() -> Bool { conversation?.child.holdStill() ?? true }

  public func letGo() { conversation?.child.letGo() }

  /// Moves a stopped process to other cores.
  ///
  /// - Returns: the cores it could run on before; `nil` without a process, or if it can't be moved.
  public func move(to cores: [Int]) -> [Int]? { conversation?.child.move(to: cores) }

  /// Clears the failure record, for `sallyport reset`.
  public func reset(now: Int64) { take(.reset, now: now) }

  /// Quarantines the extension because too many deliveries are pending.
  public func quarantineForBacklog(now: Int64) { take(.backlog, now: now) }
}

// MARK: - Transitions

extension SupervisedExtension {
  /// Feeds the state machine and carries out the resulting actions.
  func take(_ event: ProcessEvent, now: Int64) {
    let event = explained(event)
    guard let transition = lifecycle.handle(event, now: now) else { return }
    observer?.transitioned(
      configuration.id, process: conversation?.process ?? launches, from: transition.from, to: transition.to,
      reason: transition.reason)
    for action in transition.actions { carryOut(action, because: transition.reason, now: now) }
  }

  /// An end caused by an interruption is not the extension's failure.
  func explained(_ event: ProcessEvent) -> ProcessEvent {
    guard event.isEndOfProcess, let cause = interruption.cause else { return event }
    return cause.event
  }

  private func carryOut(_ action: ProcessAction, because reason: ReasonCode, now: Int64) {
    switch action {
    case .launch: launch(now: now, reason: .process(reason == .process(.prewarm) ? .prewarm : .demand))
    case .sendHello: greet(now: now)
    case .sendShutdown(let reason): shutDown(reason, now: now)
    case .killAndReap: end(now: now)
    }
  }

  private func becomeReady(now: Int64) -> PerformOutcome? {
    tick(now: now)
    switch lifecycle.state {
    case .cold:
      if let next = launchRate.nextLaunch(now: now) {
        return .unavailable(reason: .attempt(.rateLimited), retryAt: next)
      }
      take(.demand, now: now)
    case .quarantined(let until) where until <= now: take(.probeDue, now: now)
    default: break
    }
    return switch lifecycle.state {
    case .idle: nil
    case .backingOff(let until): .unavailable(reason: .attempt(.backingOff), retryAt: until)
    case .quarantined(let until): .unavailable(reason: .attempt(.quarantined), retryAt: until)
    case .cold: .unavailable(reason: .attempt(.launch), retryAt: now)
    case .refused: .unavailable(reason: .attempt(.refused), retryAt: nil)
    case .disabled, .launching, .greeting, .busy, .draining, .exiting:
      .unavailable(reason: .attempt(.disabled), retryAt: nil)
    }
  }

  private func launch(now: Int64, reason: ReasonCode) {
    // An interrupted wait goes on without a place: the process is ended as soon as it exists.
    let hasPlace = startGate.enter(unless: { interruption.cause != nil })
    defer { if hasPlace { startGate.leave() } }
    launches += 1
    launchRate.count(at: now)
    exceededBudget = nil
    do {
      let child = try (isBare ? bareLauncher ?? launcher : launcher).launch()
      interruption.watch(child)
      conversation = Conversation(child: child, process: launches, launchedAt: now)
      observer?.launched(configuration.id, process: launches, grade: child.grade, reason: reason)
      if let excess = child.containerExcess {
        observer?.launchedWithoutRoom(configuration.id, process: launches, because: excess)
      }
      take(.executed, now: now)
    } catch {
      lastLaunchFailure = error
      observer?.launchFailed(configuration.id, process: launches, failure: error)
      take(error.event, now: now)
    }
  }

  /// Closes, kills and reaps the process within a second. The sandbox guarantees that none of it survives.
  private func end(now: Int64) {
    interruption.watch(nil)
    if let conversation {
      conversation.child.channel.closeSending()
      conversation.child.kill()
      _ = conversation.child.waitForExit(atMost: .seconds(1))
      conversation.child.channel.close()
      observer?.logged(configuration.id, process: conversation.process, log: conversation.child.log())
      conversation.child.release()
    }
    conversation = nil
    take(.reaped, now: now)
  }
}
