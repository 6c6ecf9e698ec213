// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Whether a process can still do anything without new input.
///
/// A process rests if each of its threads waits without a time limit, for the host's next line or for another of its own
/// threads, and no signal handler of its own can interrupt them. A sealed process gets no further line, so one that rests
/// will never answer. A check that waits for the deadline of each silent program would spend most of its time there.
struct RestingProcess {
  private let directory: String

  init(_ processID: Int32) { directory = "/proc/\(processID)" }

  /// `false` if the kernel doesn't say.
  var isResting: Bool {
    // No thread ran between the two counts, so the waits that were read in between are of one moment.
    guard let before = switches, allWait, catchesNoTimer, let after = switches else { return false }
    return before == after
  }

  private var threads: [String] { Self.entries(of: directory + "/task").filter { $0.first?.isNumber == true } }

  /// The number of times that each thread gave up its processor.
  private var switches: [String: [Int]]? {
    var counts: [String: [Int]] = [:]
    for thread in threads {
      let lines = Self.text("\(directory)/task/\(thread)/status").split(separator: "\n")
      let numbers = lines.filter { $0.contains("ctxt_switches:") }.compactMap {
        Int($0.split(separator: "\t").last ?? "")
      }
      guard numbers.count == 2 else { return nil }
      counts[thread] = numbers
    }
    return counts.isEmpty ? nil : counts
  }

  private var allWait: Bool {
    threads.allSatisfy { thread in
      // "number arguments… stack counter", or "running".
      let words = Self.text("\(directory)/task/\(thread)/syscall").split { $0 == " " || $0 == "\n" }
      guard words.count > 6, let number = Int(words[0]) else { return false }
      let arguments = words[1...6].map { UInt64($0.dropFirst(2), radix: 16) ?? .max }
      switch number {
      case Self.read: return arguments[0] == Self.requests
      // FUTEX_WAIT and FUTEX_WAIT_BITSET without a time.
      case Self.futex: return [0, 9].contains(arguments[1] & 0x7F) && arguments[3] == 0
      default: return false
      }
    }
  }

  #if arch(x86_64)
    private static let (read, futex) = (0, 202)
  #else
    private static let (read, futex) = (63, 98)
  #endif

  /// The descriptor of the host's lines (`wire.md#start-of-a-process`).
  private static let requests: UInt64 = 3

  /// Timers reach a thread that waits only by a signal with a handler. The C library itself catches the first two of real
  /// time.
  private var catchesNoTimer: Bool {
    let lines = Self.text(directory + "/status").split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("SigCgt:") }), let word = line.split(separator: "\t").last,
      let caught = UInt64(word, radix: 16)
    else { return false }
    func bits(_ signals: [Int32]) -> UInt64 { signals.reduce(0) { $0 | 1 << UInt64($1 - 1) } }
    return caught & ~bits([SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGPIPE, 32, 33]) == 0
  }

  // MARK: -

  private static func entries(of path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private static func text(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
