// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import ProcessSupervision
import Synchronization

@testable import ExtensionTransport

/// A puppet on its own thread: the cheapest depth.
final class PuppetThread: ExtensionChild {
  private struct State {
    var exit: ChildExit?
    var isKilled = false
    var log = CapturedLog(isCountedOnly: false)
  }

  let channel: any MessageChannel
  let grade = "none"
  let processID: Int32 = 0
  private let state = Mutex(State())
  private let hasExited = DispatchSemaphore(value: 0)
  private let wakeUp = DispatchSemaphore(value: 0)
  private let toPuppet = InMemoryBytes(capacity: InMemoryPipe.capacityBytes)
  private let toHost = InMemoryBytes(capacity: InMemoryPipe.capacityBytes)

  init(_ program: [Step], patience: Duration) {
    channel = MessageConnection(
      stream: InMemoryStream(incoming: toHost, outgoing: toPuppet),
      limits: .host(receiving: .helloReply, stall: patience, noProgress: patience))
    Thread.detachNewThread { [self] in
      let exit = run(program)
      state.withLock { $0.exit = $0.isKilled ? .signalled(SIGKILL) : exit }
      toPuppet.closeReading()
      toHost.closeWriting()
      hasExited.signal()
    }
  }

  // The thread runs only while it handles a message.
  func holdStill() -> Bool { true }
  func letGo() {}
  func move(to cores: [Int]) -> [Int]? { nil }

  func kill() {
    state.withLock { $0.isKilled = true }
    toPuppet.closeWriting()
    toHost.closeReading()
    toHost.closeWriting()
    wakeUp.signal()
  }

  func waitForExit(atMost timeout: Duration) -> ChildExit? {
    guard hasExited.wait(timeout: .now() + Double(timeout.milliseconds) / 1_000) == .success else { return nil }
    hasExited.signal()
    return state.withLock(\.exit)
  }

  func log() -> CapturedLog { state.withLock(\.log) }

  func sealDifferences() -> [String] { [] }

  func release() {}
}

// MARK: - The puppet's side

extension PuppetThread {
  private struct EndOfFile: Error {}

  private func run(_ program: [Step]) -> ChildExit {
    var inbox: [UInt8] = []
    var request = ""
    do {
      for step in program {
        switch step {
        case .read:
          let line = try readLine(&inbox)
          let message: WireValue = try JSONCodec(limits: .fromHost).decode(line)
          if case .request(let id, _, _)? = try? Envelope(wire: message, from: .host) { request = id.description }
        case .write(let text): try write(Array(text.replacing("$request", with: request).utf8))
        case .bytes(let bytes): try write(bytes)
        case .flood(let count):
          let chunk = [UInt8](repeating: UInt8(ascii: "a"), count: 65_536)
          for _ in 0..<count >> 16 { try write(chunk) }
        case .log(let text): state.withLock { $0.log.append(Array(text.utf8)) }
        case .closeWriting: toHost.closeWriting()
        case .exit(let status): return .exited(status: status)
        case .raise(let signal): return .signalled(signal)
        case .hang: wakeUp.wait()
        }
      }
      while true { _ = try readLine(&inbox) }
    } catch {
      return .exited(status: 0)
    }
  }

  private func readLine(_ inbox: inout [UInt8]) throws -> [UInt8] {
    while true {
      if let end = inbox.firstIndex(of: 10) {
        defer { inbox.removeFirst(end + 1) }
        return Array(inbox[..<end])
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = try buffer.withUnsafeMutableBytes { try toPuppet.read(into: $0, until: nil) }
      guard count > 0 else { throw EndOfFile() }
      inbox += buffer.prefix(count)
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try rest.withUnsafeBytes { try toHost.write($0, until: nil) })
    }
  }
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
