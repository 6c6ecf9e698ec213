// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionTransport
internal import Foundation
package import Sandboxing

/// A subject's process, with raw input bytes, raw lines and raw log text.
///
/// Doesn't use the checks of `MessageConnection`, because a trial tests how the extension handles bytes.
package final class TrialProcess {
  /// The data read from the extension.
  package enum Output: Hashable, Sendable {
    /// A line without its LF.
    case line([UInt8])
    case tooLong(prefix: [UInt8])
    /// The extension closed its end; this many bytes of an unfinished line were dropped.
    case end(halfLine: Int)
    case silence
  }

  package let pid: Int32
  /// The time just before the launch was requested.
  package let launchedAt: MonotonicTime
  /// The time at which the program had been executed.
  package let startedAt: MonotonicTime
  /// The time at which the last bytes of the reply were read, before they were processed.
  private(set) var heardAt: MonotonicTime
  private let process: LaunchedProcess
  private var framer = LineFramer(lineBytes: 4 << 20)
  private var hasEnded = false
  private(set) var log = TrialLog()
  private var logHasEnded = false

  init(_ process: LaunchedProcess, launchedAt: MonotonicTime) {
    startedAt = .now
    heardAt = startedAt
    self.process = process
    self.launchedAt = launchedAt
    pid = process.pid
    for descriptor in [process.reply, process.log, process.request] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit { process.close() }

  /// Differences between the process in the kernel and its launch plan.
  package var differences: [String] { SealAudit.differences(of: process).map(\.description) }

  /// The processes that it started, according to the kernel.
  package var children: [Int32] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return tasks.flatMap { task in
      let text = (try? String(contentsOfFile: "/proc/\(pid)/task/\(task)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Further descriptors for one of the wire's pipes: output written there by mistake would be read as the extension's
  /// messages.
  package var strayEnds: [String] {
    let directory = "/proc/\(pid)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let targets = names.compactMap { name in
      Int32(name).flatMap { number in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\(name)")).map { (number, $0) }
      }
    }
    let own = Set(targets.filter { $0.0 <= 4 && $0.1.hasPrefix("pipe:") }.map(\.1))
    return targets.filter { $0.0 > 4 && own.contains($0.1) }.map { "descriptor \($0.0) is a second \($0.1)" }.sorted()
  }

  // MARK: - Bytes

  /// Writes all of `bytes`, in pieces of `piece` bytes.
  ///
  /// - Returns: whether all bytes were written before `deadline`; `false` if the pipe is closed.
  package func write(_ bytes: [UInt8], inPiecesOf piece: Int = .max, deadline: MonotonicTime) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(process.request, buffer.baseAddress.map { $0 + done }, min(piece, bytes.count - done))
      }
      if count > 0 {
        done += count
        // Wait for the reader, or it would read the pieces as one.
        if piece == 1, done <= 8 { waitUntilRead() }
        continue
      }
      guard count < 0, errno == EAGAIN || errno == EINTR, .now < deadline else { return false }
      // Read its output too, so that a full pipe can't block both sides.
      pump(waitingFor: POLLOUT, until: deadline)
    }
    return true
  }

  /// The next line, or the reason why there is none.
  package func next(deadline: MonotonicTime) -> Output {
    while true {
      switch framer.next() {
      case .line(let bytes): return .line(bytes)
      case .tooLong(let prefix): return .tooLong(prefix: prefix)
      case nil: break
      }
      if hasEnded { return .end(halfLine: framer.halfLineBytes) }
      guard .now < deadline else { return .silence }
      pump(until: deadline)
    }
  }

  /// Closes the request pipe, so that the extension reads end of file.
  package func closeRequest() { process.closeRequest() }

  private func waitUntilRead() {
    for _ in 0..<40 {
      var unread: Int32 = 0
      guard ioctl(process.request, UInt(FIONREAD), &unread) == 0, unread > 0 else { return }
      pump(until: .after(.milliseconds(1)))
    }
  }

  // MARK: - End

  package func kill() { process.kill() }

  /// - Returns: `nil` while it runs.
  package func exitStatus(atMost timeout: Duration) -> ExitStatus? {
    let deadline = MonotonicTime.after(timeout)
    while true {
      if let status = process.reap(timeout: .milliseconds(5)) {
        drainLog()
        return status
      }
      guard .now < deadline else { return nil }
      // Drain the log, because a full log pipe would block the exit.
      pump(until: .after(.milliseconds(5)))
    }
  }

  private func drainLog() {
    let deadline = MonotonicTime.after(.milliseconds(200))
    while !logHasEnded, .now < deadline { pump(until: deadline) }
  }

  /// Waits for one of the descriptors and reads what is available.
  private func pump(waitingFor events: Int32 = 0, until deadline: MonotonicTime) {
    var waits: [pollfd] = []
    if !hasEnded { waits.append(pollfd(fd: process.reply, events: Int16(POLLIN), revents: 0)) }
    if !logHasEnded { waits.append(pollfd(fd: process.log, events: Int16(POLLIN), revents: 0)) }
    if events != 0 { waits.append(pollfd(fd: process.request, events: Int16(events), revents: 0)) }
    let left = deadline - .now
    let milliseconds = max(
      1, min(1_000, left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000))
    if waits.isEmpty {
      usleep(UInt32(min(5, milliseconds)) * 1_000)
      return
    }
    guard poll(&waits, nfds_t(waits.count), Int32(milliseconds)) > 0 else { return }
    for wait in waits where wait.revents != 0 {
      if wait.fd == process.reply {
        heardAt = .now
        hasEnded = !take(wait.fd) { framer.append($0.span) }
      }
      if wait.fd == process.log { logHasEnded = !take(wait.fd) { log.append($0) } }
    }
  }

  /// - Returns: whether more data can come.
  private func take(_ descriptor: Int32, _ body: ([UInt8]) -> Void) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    if count > 0 { body(Array(buffer[..<count])) }
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
  }
}
