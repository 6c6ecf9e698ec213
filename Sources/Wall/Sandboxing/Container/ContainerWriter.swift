// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
internal import FileTrees
import Glibc
import Synchronization

/// One process that may write to a container.
final class ContainerWriter: Sendable {
  let pid: Int32
  private weak let process: LaunchedProcess?
  private let pidfd: Descriptor
  /// `/proc/<pid>/io`; `nil` if this host may not read it.
  private let counters: Descriptor?
  /// The listener for its calls.
  let listener: Descriptor
  /// Whether its last thread that can make calls has exited. Until the process itself ends, poll reports a hang-up of
  /// the listener, so the pidfd is polled instead.
  private let isLeaving = Atomic(false)

  init?(_ process: LaunchedProcess, listener: Descriptor) {
    guard let pidfd = process.holders.process else { return nil }
    pid = process.pid
    self.listener = listener
    self.process = process
    self.pidfd = pidfd
    let number = unsafe open("/proc/\(process.pid)/io", O_RDONLY | O_CLOEXEC)
    counters = number >= 0 ? Descriptor(number) : nil
  }

  /// Bytes that the process has caused to be written to disk since its start, by calls or through mappings, including
  /// files that it has since removed.
  var written: Int64? {
    guard let counters else { return nil }
    var bytes: Int64 = 0
    return unsafe csandbox_written(counters.number, &bytes) == 0 ? bytes : nil
  }

  /// Whether the process still exists.
  var runs: Bool {
    guard process != nil else { return false }
    var ended = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ended, 1, 0) == 0
  }

  /// The descriptor to poll: the listener for calls or, after the last caller has exited, the pidfd.
  var awaited: Int32 { isLeaving.load(ordering: .relaxed) ? pidfd.number : listener.number }
  func leaves() { isLeaving.store(true, ordering: .relaxed) }

  /// Whether it has a single thread, which can't change anything while its call is blocked.
  var hasOneThread: Bool { FileSystem.names(in: "/proc/\(pid)/task")?.count == 1 }
  /// Whether every thread has stopped after ``pause()`` or has exited.
  var stands: Bool { csandbox_pidfd_wait_stopped(pidfd.number, 0) != 0 }

  func pause() { process?.pause() }
  func resume() { process?.resume() }
  func end(because excess: ContainerBudget.Excess) { process?.end(because: excess) }

  /// Bytes of unlinked files on `device` that the process still holds open, by inode.
  ///
  /// The kernel reports the size of an open file. A removed file that is only mapped counts as the largest file that an
  /// extension may make.
  func nameless(on device: UInt64, largestFile: Int64) -> [UInt64: Int64] {
    var found: [UInt64: Int64] = [:]
    for file in openFiles where file.status.st_nlink == 0 && UInt64(file.status.st_dev) == device {
      found[UInt64(file.status.st_ino)] = Int64(file.status.st_blocks) * 512
    }
    for mapping in fileMappings where mapping.isDeleted && found[mapping.inode] == nil && mapping.device == device {
      found[mapping.inode] = largestFile
    }
    return found
  }

  /// The bytes by which files that the process may write to can still grow, by inode.
  ///
  /// The size of a file that is only mapped is unknown, so it may grow by the largest file that an extension may make.
  func growth(on device: UInt64, largestFile: Int64) -> [UInt64: Int64] {
    var found: [UInt64: Int64] = [:]
    for file in openFiles where file.isWritable && UInt64(file.status.st_dev) == device {
      found[UInt64(file.status.st_ino)] = max(0, largestFile - Int64(file.status.st_blocks) * 512)
    }
    // Don't compare the device: some file systems report another one here than in stat.
    for mapping in fileMappings where mapping.isShared && !mapping.isDeleted && found[mapping.inode] == nil {
      found[mapping.inode] = largestFile
    }
    return found
  }

  private var openFiles: [(status: stat, isWritable: Bool)] {
    (FileSystem.names(in: "/proc/\(pid)/fd") ?? []).compactMap { name in
      var status = stat()
      var link = stat()
      let path = "/proc/\(pid)/fd/\(name)"
      guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, unsafe lstat(path, &link) == 0 else {
        return nil
      }
      // The link's own mode shows how the file was opened.
      return (status, link.st_mode & S_IWUSR != 0)
    }
  }

  private struct FileMapping {
    var inode: UInt64
    var device: UInt64?
    var isShared: Bool
    var isDeleted: Bool
  }

  private var fileMappings: [FileMapping] {
    mappings.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let fields = String(decoding: line.prefix(120), as: UTF8.self).split(separator: " ", maxSplits: 5)
      guard fields.count == 6, let inode = UInt64(fields[4]), inode != 0 else { return nil }
      return FileMapping(
        inode: inode, device: Self.device(fields[3]), isShared: fields[1].hasSuffix("s"),
        isDeleted: line.ends(with: " (deleted)"))
    }
  }

  /// The mappings, up to 4 MiB of text.
  private var mappings: [UInt8] {
    let number = unsafe open("/proc/\(pid)/maps", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return [] }
    let file = Descriptor(number)
    var text: [UInt8] = []
    while text.count < 4 << 20 {
      let piece = file.read(1 << 16, at: text.count)
      if piece.isEmpty { break }
      text += piece
    }
    return text
  }

  /// Parses a device such as `fe:00`.
  private static func device(_ text: Substring) -> UInt64? {
    let parts = text.split(separator: ":").compactMap { UInt64($0, radix: 16) }
    guard parts.count == 2 else { return nil }
    return (parts[0] & 0xfff) << 8 | (parts[0] & ~0xfff) << 32 | parts[1] & 0xff | (parts[1] & ~0xff) << 12
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
