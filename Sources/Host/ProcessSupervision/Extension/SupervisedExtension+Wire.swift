// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport

// MARK: - Lines, as the observer sees them too

extension SupervisedExtension {
  func send(_ envelope: Envelope, deadline: MonotonicTime?) throws(SendError) {
    guard let conversation else { throw .closed }
    let value = envelope.wire
    try conversation.child.channel.send(value, deadline: deadline)
    observer?.exchanged(configuration.id, process: conversation.process, side: .host, line: .message(value))
  }

  /// Sends a frame of a report's usage, whose line may be no longer than ``LineLimits/reportData``.
  func send(frame: WireValue, deadline: MonotonicTime?) throws(SendError) {
    guard let channel = conversation?.child.channel else { throw .closed }
    let usual = channel.limits.sent
    channel.limits.sent = .reportData
    defer { channel.limits.sent = usual }
    try send(.notification(method: Method.data.rawValue, params: frame), deadline: deadline)
  }

  /// The next number of the host's side. The caller must send the request with it.
  func takeHostID() -> RequestID {
    defer { conversation?.useHostID() }
    return conversation?.upcomingHostID ?? RequestID(.host, 1)
  }

  func receive(deadline: MonotonicTime?) throws(ReceiveError) -> ReceivedLine {
    guard let conversation else { throw .endOfFile }
    do {
      let line = try conversation.child.channel.receiveLine(deadline: deadline)
      observer?.exchanged(configuration.id, process: conversation.process, side: .extension, line: .message(line.value))
      return line
    } catch {
      if case .violation(_, let bytes) = error {
        observer?.exchanged(configuration.id, process: conversation.process, side: .extension, line: .invalid(bytes))
      }
      throw error
    }
  }

  /// The event of a process whose pipe was closed, from its exit status if it exits soon.
  func exitEvent(otherwise event: ProcessEvent) -> ProcessEvent {
    let exit = conversation?.child.waitForExit(atMost: .milliseconds(200))
    if let conversation, let budget = conversation.child.exceededBudget {
      exceededBudget = budget
      observer?.ended(configuration.id, process: conversation.process, beyond: budget)
      return .killed(budget.limit)
    }
    // Closing the write descriptor counts as exiting, even while the process still runs.
    return exit?.event ?? event
  }
}
