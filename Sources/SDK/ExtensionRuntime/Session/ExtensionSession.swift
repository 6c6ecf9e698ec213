// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
public import ExtensionProtocol
package import Foundation
internal import Synchronization

/// The session with the host. It holds the state of the SDK in this process: terms, snapshot and open transaction.
///
/// One thread at a time reads messages, in order. Callbacks run one after another on the callback thread. SDK calls
/// come from any thread and only access `state` under its lock. The session does not use the cooperative pool, because
/// a store's property must have its new value, and a commit its reply, when the call returns.
public final class ExtensionSession: Sendable {
  struct State {
    var terms: HostTerms?
    var snapshot: Snapshot?
    /// The `delivery.now` of the latest callback.
    var now: Int64?
    var transaction: CallbackTransaction?
    /// The callbacks received but not begun.
    var callbacksOwed = 0
    /// Writers waiting for a received callback to begin.
    var waitingWriters: [DispatchSemaphore] = []
    var nextRequest = RequestID(.extension, 1)
    var pending: [RequestID: PendingReply] = [:]
    var data: [RequestID: ReportDataStream] = [:]
    var openAppRequest: OpenAppRequest?
    var observers: [Int: @Sendable () -> Void] = [:]
    var lastObserver = 0
    var cancellation: (@Sendable () -> Void)?
    /// The generation of the tokens announced last (T11).
    var announcedRotation: UInt16?
    /// The suites of defaults that code in this process has opened (C14).
    var suitesTouched: Set<String> = []
    var isEnded = false
  }

  let state = Mutex(State())
  let channel: any RuntimeChannel
  let clock: CallbackClock
  let version: String
  let inbox = CallbackQueue()
  /// Allows one commit at a time, because extensions other than apps may have only one open request (`wire.md#lines`).
  let commitTurn = DispatchSemaphore(value: 1)
  private let end = Mutex<(@Sendable () -> Void)?>(nil)

  package init(channel: any RuntimeChannel, clock: CallbackClock = .untouched, version: String = "1.0") {
    self.channel = channel
    self.clock = clock
    self.version = version
  }

  // MARK: The current session

  /// The session whose callback is running in this task or thread. Allows several sessions in one test process.
  @TaskLocal package static var bound: ExtensionSession?
  private static let installed = Mutex<ExtensionSession?>(nil)

  /// The session of this process; `nil` in a program that was not started by a host.
  public static var current: ExtensionSession? { bound ?? installed.withLock { $0 } }

  static func install(_ session: ExtensionSession) { installed.withLock { $0 = session } }

  // MARK: State for the SDK

  /// The extension point from the manifest, known after `hello`.
  public var point: ExtensionPoint? { state.withLock { $0.terms?.point } }

  package var terms: HostTerms? { state.withLock { $0.terms } }

  /// The family's state: the latest snapshot and the writes made since (C1).
  package var snapshot: Snapshot? { state.withLock { $0.snapshot } }

  package var openAppRequest: OpenAppRequest? { state.withLock { $0.openAppRequest } }

  /// The time for evaluating rules: the callback's time or, outside a callback, the process's clock.
  package var now: Date {
    let frozen = state.withLock { $0.transaction?.request == nil ? nil : $0.now }
    return frozen.map { Date(timeIntervalSince1970: Double($0) / 1000) } ?? Date()
  }

  func setPayload(_ text: String) { state.withLock { $0.transaction?.payload = text } }

  // MARK: The end

  package func onEnd(_ action: @escaping @Sendable () -> Void) { end.withLock { $0 = action } }

  /// Ends the session after the wire has been closed. Pending requests fail.
  func finish() {
    let (pending, streams) = state.withLock { state in
      state.isEnded = true
      defer { (state.pending, state.data, state.waitingWriters) = ([:], [:], []) }
      for writer in state.waitingWriters { writer.signal() }
      return (state.pending, state.data)
    }
    for reply in pending.values { reply.deliver(.failure(.closed)) }
    for stream in streams.values { stream.finish() }
    inbox.close()
    end.withLock { $0 }?()
  }

  /// Writes one sentence to the log pipe. Sealed points write nothing, because a log would let data out.
  package func log(_ sentence: String) {
    guard point?.isSealed == false else { return }
    // Failing to write to the log is not a reason to crash, and `write(_:)` would trap.
    try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
  }
}
