// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

// MARK: - Hello and shutdown

extension SupervisedExtension {
  /// Sends `hello` and waits for the reply: fails on another id, version, number or feature than offered (B9).
  func greet(now: Int64) {
    guard var conversation else { return }
    let channel = conversation.child.channel
    let id = conversation.nextHostID()
    self.conversation = conversation
    let deadline = MonotonicTime.after(configuration.start)
    channel.limits.received = .helloReply
    do {
      try send(.request(id: id, method: Method.hello.rawValue, params: configuration.hello.wire), deadline: deadline)
    } catch {
      return take(exitEvent(otherwise: .helloTimedOut), now: now)
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
          if noise.takes(byteCount: line.bytes.count) { continue }
          return .noise
        }
        envelope = decoded
      } catch .timedOut {
        return .helloTimedOut
      } catch .violation(_, let line) where noise.takes(byteCount: line.count) {
        continue
      } catch .violation(let violation, _) {
        return configuration.allowsNoise ? .noise : .violation(row: violation.kind.rawValue)
      } catch {
        return exitEvent(otherwise: .helloTimedOut)
      }
      switch envelope {
      case .failure(id, let error):
        return error.code == .versionUnsupported ? .helloVersionUnsupported : .helloMismatched
      case .result(id, let result): return accept(result) ? .helloAccepted : .helloMismatched
      default:
        if noise.takes(byteCount: 1) { continue }
        return .noise
      }
    }
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

  /// Sends `shutdown`, waits a second for `{}`; anything after it was answered is dropped (B18).
  func shutDown(now: Int64) {
    guard var conversation else { return }
    let id = conversation.nextHostID()
    self.conversation = conversation
    let deadline = MonotonicTime.after(.seconds(1))
    do {
      let reason = Shutdown(reason: .idle)
      try send(.request(id: id, method: Method.shutdown.rawValue, params: reason.wire), deadline: deadline)
      while true {
        let line = try receive(deadline: deadline)
        if case .result(id, _)? = try? Envelope(wire: line.value, from: .extension) { break }
      }
      take(.shutdownAnswered, now: now)
    } catch {
      take(.shutdownTimedOut, now: now)
    }
  }
}

/// How much text before the reply to `hello` a script is forgiven: 32 lines or 8 KiB (§1).
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
  /// The caps of `protocol.md` §2 for what a point may send.
  static func reply(of point: ExtensionPoint) -> LineLimits {
    switch point {
    case .app: .app
    case .report: .report
    case .shieldConfiguration: .shieldConfiguration
    case .widget: .widget
    case .monitor, .shieldAction, .focusFilter: .standard
    }
  }
}
