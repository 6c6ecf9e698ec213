// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Parent and child processes, from `/proc`.
enum ProcessTree {
  struct Member: Hashable, CustomStringConvertible {
    var id: Int32
    var startTime: String
    var name: String

    var description: String { "\(name) (\(id))" }
  }

  static func descendants(of root: Int32) -> [Member] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
    var children: [Int32: [Member]] = [:]
    for id in all {
      guard let (member, parent, _) = look(id) else { continue }
      children[parent, default: []].append(member)
    }
    var found: [Member] = []
    var open = [root]
    while let next = open.popLast() {
      let own = children[next] ?? []
      found += own
      open += own.map(\.id)
    }
    return found
  }

  /// Stops a process and waits until it has stopped.
  static func stop(_ id: Int32) {
    kill(id, SIGSTOP)
    for _ in 0..<2_000 {
      guard let state = look(id)?.state, state != "T", state != "Z" else { return }
      usleep(500)
    }
  }

  /// The members that are still running after `patience`.
  static func survivors(of members: [Member], after patience: Duration) -> [Member] {
    let end = ContinuousClock.now + patience
    while true {
      let alive = members.filter { member in
        guard let (now, _, state) = look(member.id) else { return false }
        return now.startTime == member.startTime && state != "Z" && state != "X"
      }
      if alive.isEmpty || ContinuousClock.now > end { return alive }
      usleep(2_000)
    }
  }

  /// A process, its parent and its state letter.
  private static func look(_ id: Int32) -> (Member, parent: Int32, state: String)? {
    guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[stat.index(after: close)...].split(separator: " ").map(String.init)
    guard fields.count > 19, let parent = Int32(fields[1]) else { return nil }
    let name = String(stat[stat.index(after: open)..<close])
    return (Member(id: id, startTime: fields[19], name: name), parent, fields[0])
  }
}
