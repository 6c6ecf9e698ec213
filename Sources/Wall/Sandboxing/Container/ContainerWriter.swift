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
  /// `/proc/<pid>/io`, `nil` where this host may not read it.
  private let counters: Descriptor?
  /// Where its calls wait.
  let listener: Descriptor
  /// Whether the last thread that could call has left: the process ends soon, and the listener stays ready until then.
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

  /// Bytes of files that the process has made to be written to a disk since it was started, by calls or through
  /// mappings. Files that it has removed since count too.
  var written: Int64? {
    guard let counters else { return nil }
    var bytes: Int64 = 0
    return unsafe csandbox_written(counters.number, &bytes) == 0 ? bytes : nil
  }

  /// Whether there is anything left that could write.
  var runs: Bool {
    guard process != nil else { return false }
    var ended = pollfd(fd: pidfd.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ended, 1, 0) == 0
  }

  /// What becomes ready when it calls, or then when it has ended.
  var awaited: Int32 { isLeaving.load(ordering: .relaxed) ? pidfd.number : listener.number }
  func leaves() { isLeaving.store(true, ordering: .relaxed) }

  /// Whether it has one thread alone, which can't do anything while its call waits.
  var hasOneThread: Bool { FileSystem.names(in: "/proc/\(pid)/task")?.count == 1 }
  /// Whether every thread stands still after ``pause()``, or has ended.
  var stands: Bool { csandbox_pidfd_wait_stopped(pidfd.number, 0) != 0 }

  func pause() { process?.pause() }
  func resume() { process?.resume() }
  func end(because excess: ContainerBudget.Excess) { process?.end(because: excess) }

  /// Bytes of files that have no name any more and that the process still holds on `device`, by inode.
  ///
  /// The kernel tells the size of an open file. A removed file that is only mapped counts as the largest file that an
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

  /// By how much files that the process may write to can still grow, by inode.
  ///
  /// The size of a file that is only mapped is not known, so it may grow by the largest file that an extension may make.
  func growth(on device: UInt64, largestFile: Int64) -> [UInt64: Int64] {
    var found: [UInt64: Int64] = [:]
    for file in openFiles where file.isWritable && UInt64(file.status.st_dev) == device {
      found[UInt64(file.status.st_ino)] = max(0, largestFile - Int64(file.status.st_blocks) * 512)
    }
    // The device is not compared: some file systems name another one here than in a status.
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
      // The link's own mode says how the file was opened.
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

  /// As many mappings as fit into 4 MiB of text.
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

  /// `fe:00` as a device number.
  private static func device(_ text: Substring) -> UInt64? {
    let parts = text.split(separator: ":").compactMap { UInt64($0, radix: 16) }
    guard parts.count == 2 else { return nil }
    return (parts[0] & 0xfff) << 8 | (parts[0] & ~0xfff) << 32 | parts[1] & 0xff | (parts[1] & ~0xff) << 12
  }
}

extension ArraySlice<UInt8> {
  fileprivate func ends(with text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
