// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSandbox
internal import FileTrees
import Glibc

/// What the kernel counts about a container's file system, read in about a microsecond.
struct VolumeSignal {
  var freeBytes: Int64
  /// `nil` on file systems that make inodes as they go.
  var freeInodes: Int64?
  /// Kept in memory: what is written to it is not counted as output of a process.
  var isInMemory: Bool

  /// - Returns: `nil` when the kernel refuses.
  init?(_ directory: OpenDirectory) {
    var (bytes, inodes, inMemory): (Int64, Int64, Int32) = (0, 0, 0)
    guard unsafe csandbox_volume(directory.number, &bytes, &inodes, &inMemory) == 0 else { return nil }
    freeBytes = bytes
    freeInodes = inodes < 0 ? nil : inodes
    isInMemory = inMemory != 0
  }
}

/// One process that may write to a container.
final class ContainerWriter: Sendable {
  let pid: Int32
  private weak let process: LaunchedProcess?
  private let pidfd: Descriptor
  /// `/proc/<pid>/io`, `nil` where this host may not read it.
  private let counters: Descriptor?

  init?(_ process: LaunchedProcess) {
    guard let pidfd = process.holders.process else { return nil }
    pid = process.pid
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

  func pause() { process?.pause() }
  func resume() { process?.resume() }
  func end(because excess: ContainerBudget.Excess) { process?.end(because: excess) }

  /// Bytes of files that have no name any more and that the process still holds on `device`, by inode.
  ///
  /// The kernel tells the size of an open file. A removed file that is only mapped counts as the largest file that an
  /// extension may make.
  func nameless(on device: UInt64, largestFile: Int64) -> [UInt64: Int64] {
    var found: [UInt64: Int64] = [:]
    for name in FileSystem.names(in: "/proc/\(pid)/fd") ?? [] {
      var status = stat()
      guard unsafe stat("/proc/\(pid)/fd/\(name)", &status) == 0, status.st_nlink == 0,
        status.st_mode & S_IFMT == S_IFREG, UInt64(status.st_dev) == device
      else { continue }
      found[UInt64(status.st_ino)] = Int64(status.st_blocks) * 512
    }
    for line in mappings.split(separator: UInt8(ascii: "\n")) where line.ends(with: " (deleted)") {
      let fields = String(decoding: line.prefix(120), as: UTF8.self).split(separator: " ", maxSplits: 5)
      guard fields.count == 6, let inode = UInt64(fields[4]), inode != 0, found[inode] == nil,
        Self.device(fields[3]) == device
      else { continue }
      found[inode] = largestFile
    }
    return found
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
