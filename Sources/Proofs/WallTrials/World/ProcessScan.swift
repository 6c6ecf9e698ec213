// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds processes of the attack program under the trial's uid, which a fork would leave behind.
enum ProcessScan {
  /// The attack processes; a zombie doesn't count (`sandbox.md#layers`).
  static func attackers(uid: UInt32, besides known: Set<Int32>) -> Set<Int32> {
    guard let directory = opendir("/proc") else { return [] }
    defer { closedir(directory) }
    var found: Set<Int32> = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let pid = Int32(name), !known.contains(pid) else { continue }
      // Check the owner first: it costs one system call, and a desktop has hundreds of processes.
      guard ProcessFields.owner(of: pid) == uid, let fields = ProcessFields(pid: pid) else { continue }
      if fields.name.hasPrefix("sallyport-att") && fields.state != "Z" { found.insert(pid) }
    }
    return found
  }

  /// Ends the attack processes that are left and returns them. One scan isn't enough: a process that was about to fork
  /// when `/proc` was listed leaves a child that isn't in the list, and may be a zombie itself when it is looked at.
  static func endAttackers(uid: UInt32, besides known: Set<Int32>) -> Set<Int32> {
    var ended: Set<Int32> = []
    var emptyScans = 0
    for _ in 0..<400 where emptyScans < 2 {
      let left = attackers(uid: uid, besides: known)
      emptyScans = left.isEmpty ? emptyScans + 1 : 0
      for pid in left { kill(pid, SIGKILL) }
      ended.formUnion(left)
      if !left.isEmpty { usleep(5_000) }
    }
    return ended
  }
}

/// The fields of `/proc/<pid>/stat`.
struct ProcessFields {
  let name: String
  private let fields: [Substring]

  init?(pid: Int32) {
    guard let text = ProcessText.read("/proc/\(pid)/stat"),
      let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
    else { return nil }
    name = String(text[text.index(after: open)..<close])
    fields = text[text.index(after: close)...].split(separator: " ")
  }

  static func owner(of pid: Int32) -> UInt32? {
    var status = stat()
    return stat("/proc/\(pid)", &status) == 0 ? status.st_uid : nil
  }

  var state: String { fields.first.map(String.init) ?? "" }
  var session: Int32? { fields.count > 3 ? Int32(fields[3]) : nil }
  var nice: Int? { fields.count > 16 ? Int(fields[16]) : nil }
}

enum ProcessText {
  /// Reads a file in `/proc`, whose reported size is always 0.
  static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let size = Glibc.read(file, &buffer, buffer.count)
      guard size > 0 else { break }
      bytes += buffer.prefix(size)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func link(_ path: String) -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: path) }
}
