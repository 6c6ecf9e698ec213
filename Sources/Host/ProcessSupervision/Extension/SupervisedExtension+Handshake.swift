// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

// MARK: - Hello and shutdown

extension SupervisedExtension {
  /// Sends `hello` and waits for the reply. Fails if its id, version, schema or features differ from the offer
  /// (WIRE-B9).
  func greet(now: Int64) {
    guard let conversation else { return }
    let channel = conversation.child.channel
    let id = takeHostID()
    let deadline = clock.after(configuration.start)
    channel.limits.received = .helloReply
    do throws(SendError) {
      try send(.request(id: id, method: Method.hello.rawValue, params: configuration.hello.wire), deadline: deadline)
    } catch .closed {
      return take(exitEvent(otherwise: .exited(status: 0)), now: now)
    } catch {
      return take(.helloTimedOut, now: now)
    }
    take(helloEvent(id: id, deadline: deadline), now: now)
  }

  private func helloEvent(id: RequestID, deadline: MonotonicTime) -> ProcessEvent {
    var noise = NoiseAllowance(isAllowed: configuration.allowsNoise)
    while true {
      let envelope: Envelope
      do throws(ReceiveError) {
        let line = try receive(deadline: deadline)
        guard let decoded = try? Envelope(wire: line.value, from: .extension) else {
          if skips(line.bytes, because: .notMessage, &noise) { continue }
          return .noise
        }
        if !decoded.isReply(to: id), skips(line.bytes, because: .notReply, &noise) { continue }
        envelope = decoded
      } catch .timedOut {
        return .helloTimedOut
      } catch .violation(let violation, let line)
        where violation.isWholeLine && skips(line, because: .notJSON, &noise)
      {
        continue
      } catch .violation(let violation, _) {
        return configuration.allowsNoise ? .noise : .violation(row: violation.kind.rawValue)
      } catch {
        return exitEvent(otherwise: .exited(status: 0))
      }
      switch envelope {
      case .failure(id, let error):
        return error.code == .versionUnsupported ? .helloVersionUnsupported : .helloMismatched
      case .result(id, let result): return accept(result) ? .helloAccepted : .helloMismatched
      // A reply to another id (WIRE-B9). For a script, it is output beyond its allowance.
      case .result, .failure: return configuration.allowsNoise ? .noise : .helloMismatched
      case .request, .notification: return .noise
      }
    }
  }

  /// Skips a line that a script wrote before its reply, and reports it.
  private func skips(_ line: some Collection<UInt8>, because reason: SkippedLine.Reason, _ noise: inout NoiseAllowance)
    -> Bool
  {
    guard noise.takes(byteCount: line.count + 1) else { return false }
    if let conversation {
      let skipped = SkippedLine(line, because: reason, isSealed: configuration.point.isSealed)
      observer?.skipped(configuration.id, process: conversation.process, line: skipped)
    }
    return true
  }

  private func accept(_ value: WireValue) -> Bool {
    guard let result = try? HelloResult(wire: value, at: "/result", from: .extension) else { return false }
    let features = result.features.compactMap(Feature.init(rawValue:))
    guard result.protocol == 1, configuration.schemas.contains(result.schema), result.extension == configuration.id,
      result.version == configuration.version, features.count == result.features.count,
      features.allSatisfy(Feature.offered(to: configuration.point).contains)
    else { return false }
    conversation?.features = Set(features)
    conversation?.contexts = result.contexts
    conversation?.child.channel.limits.received = LineLimits.reply(of: configuration.point)
    return true
  }

  /// Sends `shutdown` and waits a second for `{}`. All other lines are dropped (WIRE-B18).
  func shutDown(_ reason: Shutdown.Reason, now: Int64) {
    guard let child = conversation?.child else { return }
    let id = takeHostID()
    let deadline = clock.after(.seconds(1))
    do {
      let params = Shutdown(reason: reason).wire
      try send(.request(id: id, method: Method.shutdown.rawValue, params: params), deadline: deadline)
      while true {
        let line = try receive(deadline: deadline)
        if case .result(id, _)? = try? Envelope(wire: line.value, from: .extension) { break }
      }
      // The extension may close its files: it gets another second before it is killed.
      child.channel.closeSending()
      _ = child.waitForExit(atMost: .seconds(1))
      take(.shutdownAnswered, now: now)
    } catch {
      take(.shutdownTimedOut, now: now)
    }
  }
}

extension Envelope {
  fileprivate func isReply(to request: RequestID) -> Bool {
    switch self {
    case .result(let id, _), .failure(let id, _): id == request
    case .request, .notification: false
    }
  }
}

extension LineViolation {
  /// Whether the end of the line was received, so that reading can continue with the next line.
  fileprivate var isWholeLine: Bool { kind != .tooLong && kind != .stalled }
}

/// The output that a script may write before it replies to `hello`: 32 lines or 8 KiB.
struct NoiseAllowance {
  private var lines = 32
  private var bytes = 8_192

  init(isAllowed: Bool) {
    if !isAllowed { lines = 0 }
  }

  mutating func takes(byteCount: Int) -> Bool {
    lines -= 1
    bytes -= byteCount
    return lines >= 0 && bytes >= 0
  }
}

extension LineLimits {
  /// The limits of `wire.md#lines` for lines from an extension at a point.
  static func reply(of point: ExtensionPoint) -> LineLimits {
    switch point {
    case .app: .app
    case .report: .report
    case .shieldConfiguration: .shieldConfiguration
    case .widget: .widget
    case .focusFilter: .focusFilter
    case .monitor, .shieldAction: .standard
    }
  }
}
