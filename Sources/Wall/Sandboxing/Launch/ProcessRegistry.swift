// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The running processes of a host, recorded on disk for a host that restarts.
///
/// There is one empty file per process, named after its mark, created when the process starts and removed when it is
/// reaped. Files are never rewritten, so a host that is killed at any moment leaves complete entries.
public final class ProcessRegistry: Sendable {
  public let directory: String
  private let bootID: String

  /// - Parameter directory: created with mode 0700 if it doesn't exist.
  public init(directory: String) throws(LaunchError) {
    guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      throw LaunchError(stage: "host", errno: errno, message: "the process registry \(directory) could not be made")
    }
    guard let bootID = ProcessMark.currentBootID else {
      throw LaunchError(stage: "host", errno: ENOENT, message: "cannot read the boot ID from /proc")
    }
    self.directory = directory
    self.bootID = bootID
  }

  /// Kills the processes that an earlier run of the host left, and deletes their entries.
  /// - Returns: those that still ran. The sandbox should have ended them, so log each one.
  public func endSurvivors() -> [ProcessMark] {
    let names = FileSystem.names(in: directory) ?? []
    let survivors = Survivors.end(names.compactMap(ProcessMark.init(rollName:)))
    for name in names { _ = unsafe unlink(directory + "/" + name) }
    return survivors
  }

  /// Records a process.
  ///
  /// - Returns: `nil` if it has already ended.
  func enter(pid: Int32) throws(LaunchError) -> Entry? {
    guard let mark = ProcessMark(pid: pid, bootID: bootID) else { return nil }
    let path = directory + "/" + mark.rollName
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw LaunchError(
        stage: "host", errno: errno, message: "process \(pid) could not be recorded in \(directory)",
        remedy: "Make room in the state directory.")
    }
    Glibc.close(file)
    return Entry(path: path)
  }

  /// The entry of one process, removed with the last reference.
  final class Entry: Sendable {
    private let path: String

    init(path: String) { self.path = path }

    deinit { _ = unsafe unlink(path) }
  }
}

extension ProcessMark {
  /// The mark as a file name: a boot ID contains no dot.
  fileprivate var rollName: String { "\(bootID).\(pid).\(startTime)" }

  fileprivate init?(rollName: String) {
    let parts = rollName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let pid = Int32(parts[1]), pid > 0, let startTime = UInt64(parts[2]) else { return nil }
    self.init(bootID: String(parts[0]), pid: pid, startTime: startTime)
  }
}
