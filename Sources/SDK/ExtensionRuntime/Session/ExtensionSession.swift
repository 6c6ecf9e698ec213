// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
public import ExtensionProtocol
package import Foundation
internal import Synchronization

/// One conversation with the host, and everything the SDK of this process knows: terms, snapshot, open transaction.
///
/// One thread at a time reads, in order; callbacks run one after another on the callback thread; SDK calls come from any
/// thread and only touch `state` under its lock. Nothing here uses the cooperative pool, because a property
/// of a store has its new value on return, and a commit its answer.
public final class ExtensionSession: Sendable {
  struct State {
    var terms: HostTerms?
    var snapshot: Snapshot?
    /// `delivery.now` of the latest callback.
    var now: Int64?
    var transaction: CallbackTransaction?
    /// Received and not yet begun.
    var callbacksOwed = 0
    /// Writers that wait for the owed callback to begin.
    var waitingWriters: [DispatchSemaphore] = []
    var nextRequest = RequestID(.extension, 1)
    var pending: [RequestID: PendingReply] = [:]
    var data: [RequestID: ReportDataStream] = [:]
    var openAppRequest: OpenAppRequest?
    var observers: [Int: @Sendable () -> Void] = [:]
    var lastObserver = 0
    var cancellation: (@Sendable () -> Void)?
    /// The generation of tokens whose arrival was announced last (T11).
    var announcedRotation: UInt16?
    /// Suites of defaults that code of this process has looked at (C14).
    var suitesTouched: Set<String> = []
    var isEnded = false
  }

  let state = Mutex(State())
  let channel: any RuntimeChannel
  let clock: CallbackClock
  let version: String
  let inbox = CallbackQueue()
  /// One commit at a time: a non-app extension may have one request open (`wire.md#lines`).
  let commitTurn = DispatchSemaphore(value: 1)
  private let end = Mutex<(@Sendable () -> Void)?>(nil)

  package init(channel: any RuntimeChannel, clock: CallbackClock = .untouched, version: String = "1.0") {
    self.channel = channel
    self.clock = clock
    self.version = version
  }

  // MARK: Which session

  /// The session whose callback is running in this task or thread; lets several live in one test process.
  @TaskLocal package static var bound: ExtensionSession?
  private static let installed = Mutex<ExtensionSession?>(nil)

  /// The session of this process; `nil` in a program that no host started.
  public static var current: ExtensionSession? { bound ?? installed.withLock { $0 } }

  static func install(_ session: ExtensionSession) { installed.withLock { $0 = session } }

  // MARK: What the SDK reads

  /// The point of the manifest, known after hello.
  public var point: ExtensionPoint? { state.withLock { $0.terms?.point } }

  package var terms: HostTerms? { state.withLock { $0.terms } }

  /// The family's state: the latest snapshot plus the writes made since (C1).
  package var snapshot: Snapshot? { state.withLock { $0.snapshot } }

  package var openAppRequest: OpenAppRequest? { state.withLock { $0.openAppRequest } }

  /// The time that rules are asked at: the callback's, else this process's clock.
  package var now: Date {
    let frozen = state.withLock { $0.transaction?.request == nil ? nil : $0.now }
    return frozen.map { Date(timeIntervalSince1970: Double($0) / 1000) } ?? Date()
  }

  func setPayload(_ text: String) { state.withLock { $0.transaction?.payload = text } }

  // MARK: The end

  package func onEnd(_ action: @escaping @Sendable () -> Void) { end.withLock { $0 = action } }

  /// The wire has ended: nobody will answer any more.
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

  /// One sentence on the log pipe; sealed points say nothing, for their log is a way out (§8).
  package func log(_ sentence: String) {
    guard point?.isSealed == false else { return }
    // A log that can't be written is no reason to end: `write(_:)` would trap.
    try? FileHandle.standardError.write(contentsOf: Data((sentence + "\n").utf8))
  }
}
