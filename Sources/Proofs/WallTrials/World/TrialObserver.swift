// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sandboxing

/// The observer and the attacks' victim: the attack program, run outside the sandbox under the extension's uid.
final class TrialObserver {
  /// The observer's details for attacks: pid, ports, names.
  let particulars: [String: String]
  private let process: LaunchedProcess
  private var lines: LineReader

  init(_ arena: TrialEnvironment, launcher: Launcher, program: String) throws {
    let process = try launcher.launchUnconfined(
      executable: program,
      arguments: ["witness", "\(arena.uid)", "\(arena.key)", arena.secret, arena.socket] + arena.watched)
    self.process = process
    lines = LineReader(descriptor: process.reply)
    guard let particulars = lines.lines(before: "end", atMost: 5000).map(Self.values) else {
      throw TrialError("The observer process of the trials did not start.")
    }
    self.particulars = particulars
  }

  var pid: Int32 { process.pid }

  /// Ends the observer, which removes its shared memory and queues.
  func leave() {
    process.closeRequest()
    _ = process.reap(timeout: .seconds(1))
    process.close()
  }

  /// All facts as lines of name and value, or one fact if the observer doesn't answer.
  func look() -> [String] {
    var order = UInt8(ascii: "l")
    guard write(process.request, &order, 1) == 1 else { return ["witness gone"] }
    if let facts = lines.lines(before: "end", atMost: 2000) { return facts }
    return ["witness " + (process.reap(timeout: .zero) == nil ? "stopped" : "gone")]
  }

  /// Whether the observer no longer answers.
  static func isLost(_ facts: [String]) -> Bool { facts.first?.hasPrefix("witness ") == true }

  /// The differences, as sentences.
  static func changes(from before: [String], to after: [String]) -> [String] {
    // Equal in nearly all trials, so skip the parsing.
    guard before != after else { return [] }
    let old = values(before)
    let new = values(after)
    return Set(old.keys).union(new.keys).sorted().compactMap { name in
      let was = old[name] ?? "absent"
      let now = new[name] ?? "absent"
      return was == now ? nil : "\(name) was \(was) and is \(now)"
    }
  }

  private static func values(_ facts: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for fact in facts {
      let words = fact.split(separator: " ", maxSplits: 1).map(String.init)
      if words.count == 2 { values[words[0]] = words[1] }
    }
    return values
  }
}

/// Reads lines from a pipe with a timeout for each.
struct LineReader {
  let descriptor: Int32
  private(set) var bytes: [UInt8] = []
  private(set) var hasEnded = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// All lines before `last`, or `nil` if it doesn't come.
  mutating func lines(before last: String, atMost milliseconds: Int32) -> [String]? {
    let mark = Array("\n\(last)\n".utf8)
    while !bytes.suffix(mark.count).elementsEqual(mark) {
      guard fill(atMost: milliseconds) else { return nil }
    }
    defer { bytes = [] }
    return String(decoding: bytes.dropLast(mark.count), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  mutating func next(atMost milliseconds: Int32) -> String? {
    while true {
      if let end = bytes.firstIndex(of: 10) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        return line
      }
      guard fill(atMost: milliseconds) else { return nil }
    }
  }

  private mutating func fill(atMost milliseconds: Int32) -> Bool {
    // An attack's report is short; more means a flood.
    guard bytes.count < 1 << 22, !hasEnded else { return false }
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, milliseconds) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let size = read(descriptor, &buffer, buffer.count)
    guard size > 0 else {
      hasEnded = true
      return false
    }
    bytes += buffer.prefix(size)
    return true
  }
}
