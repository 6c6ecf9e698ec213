// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The contents of `/proc` for an unresponsive process, for the developer: status, wait channel and threads. At most
/// 64 KiB. Only read while its pidfd is held, so the process ID can't have been reused.
public struct ProcessFacts: Hashable, Sendable {
  public static let mostBytes = 65_536
  private static let mostThreads = 64

  public let text: String

  package init(_ processID: Int32) {
    var text = ""
    func add(_ title: String, _ path: String) {
      let room = Self.mostBytes - text.utf8.count - title.utf8.count - 8
      guard room > 0, let content = Self.content(of: path, atMost: room) else { return }
      text += "== \(title)\n\(content)\(content.hasSuffix("\n") ? "" : "\n")"
    }
    let root = "/proc/\(processID)"
    add("status", root + "/status")
    add("wait channel", root + "/wchan")
    let threads = Self.threads(of: processID)
    for thread in threads.prefix(Self.mostThreads) {
      add("thread \(thread): name", "\(root)/task/\(thread)/comm")
      add("thread \(thread): state and times", "\(root)/task/\(thread)/stat")
      add("thread \(thread): wait channel", "\(root)/task/\(thread)/wchan")
    }
    if threads.count > Self.mostThreads { text += "== \(threads.count - Self.mostThreads) more threads\n" }
    // Names of threads are the extension's words, and may be no UTF-8.
    self.text = String(decoding: text.utf8.prefix(Self.mostBytes), as: UTF8.self)
  }

  private static func threads(of processID: Int32) -> [Int32] {
    guard let directory = opendir("/proc/\(processID)/task") else { return [] }
    defer { closedir(directory) }
    var threads: [Int32] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      if let thread = Int32(name) { threads.append(thread) }
    }
    return threads.sorted()
  }

  /// The file's beginning. A file of `/proc` has no size, so it is read up to the room for it.
  private static func content(of path: String, atMost room: Int) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: min(room, 16_384))
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
