// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing

/// The host's eyes and the attacks' victim: the attack program, run without a wall under the extension's uid.
final class Witness {
  /// What attacks are told about their victim: pid, ports, names.
  let particulars: [String: String]
  private let process: LaunchedProcess
  private var lines: LineReader

  init(_ arena: Arena, launcher: Launcher, program: String) throws {
    let process = try launcher.launchUnconfined(
      executable: program,
      arguments: ["witness", "\(arena.uid)", "\(arena.key)", arena.secret, arena.socket] + arena.watched)
    self.process = process
    lines = LineReader(descriptor: process.reply)
    var particulars: [String: String] = [:]
    while true {
      guard let line = lines.next(atMost: 5000) else {
        throw TrialError("The witness of the trials did not start.")
      }
      if line == "end" { break }
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      if words.count == 2 { particulars[words[0]] = words[1] }
    }
    self.particulars = particulars
  }

  var pid: Int32 { process.pid }

  /// Ends it and lets it take its shared memory and queues along.
  func leave() {
    process.closeRequest()
    _ = process.reap(timeout: .seconds(1))
    process.close()
  }

  /// Every fact by name, or the one fact that it no longer answers.
  func look() -> [String: String] {
    var order = UInt8(ascii: "l")
    guard write(process.request, &order, 1) == 1 else { return ["witness": "gone"] }
    var facts: [String: String] = [:]
    while let line = lines.next(atMost: 2000) {
      if line == "end" { return facts }
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      if words.count == 2 { facts[words[0]] = words[1] }
    }
    return ["witness": process.reap(timeout: .zero) == nil ? "stopped" : "gone"]
  }

  /// What differs, as sentences.
  static func changes(from before: [String: String], to after: [String: String]) -> [String] {
    Set(before.keys).union(after.keys).sorted().compactMap { name in
      let old = before[name] ?? "absent"
      let new = after[name] ?? "absent"
      return old == new ? nil : "\(name) was \(old) and is \(new)"
    }
  }
}

/// Lines from a pipe, each within a time of its own.
struct LineReader {
  let descriptor: Int32
  private(set) var bytes: [UInt8] = []
  private(set) var hasEnded = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func next(atMost milliseconds: Int32) -> String? {
    while true {
      if let end = bytes.firstIndex(of: 10) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        return line
      }
      // An attack's whole tale is short; more is a flood.
      guard bytes.count < 1 << 22, !hasEnded else { return nil }
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, milliseconds) == 1 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 65536)
      let size = read(descriptor, &buffer, buffer.count)
      guard size > 0 else {
        hasEnded = true
        return nil
      }
      bytes += buffer.prefix(size)
    }
  }
}
