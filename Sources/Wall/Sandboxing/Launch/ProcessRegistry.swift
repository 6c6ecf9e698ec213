// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Which processes of a host run, on disk, for a host that starts again (section 11).
///
/// One empty file a process, named after its mark: made when the process was started and removed when it was reaped.
/// Nothing is ever rewritten, so a host that is killed at any moment leaves whole entries.
public final class ProcessRegistry: Sendable {
  public let directory: String
  private let bootID: String

  /// - Parameter directory: made, of mode 0700, unless it exists.
  public init(directory: String) throws(LaunchError) {
    guard unsafe mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      throw LaunchError(stage: "host", errno: errno, message: "the roll of processes \(directory) could not be made")
    }
    guard let bootID = ProcessMark.currentBootID else {
      throw LaunchError(stage: "host", errno: ENOENT, message: "/proc does not tell which boot this is")
    }
    self.directory = directory
    self.bootID = bootID
  }

  /// Kills what an earlier life of the host left and forgets it.
  /// - Returns: those that still ran: the wall should have left none, so each is worth a line in the log.
  public func endSurvivors() -> [ProcessMark] {
    let names = FileSystem.names(in: directory) ?? []
    let survivors = Survivors.end(names.compactMap(ProcessMark.init(rollName:)))
    for name in names { _ = unsafe unlink(directory + "/" + name) }
    return survivors
  }

  /// Writes a process down.
  ///
  /// - Returns: `nil` when it has ended already, which its reaping will tell.
  func enter(pid: Int32) throws(LaunchError) -> Entry? {
    guard let mark = ProcessMark(pid: pid, bootID: bootID) else { return nil }
    let path = directory + "/" + mark.rollName
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw LaunchError(
        stage: "host", errno: errno, message: "process \(pid) could not be written down in \(directory)",
        remedy: "Make room in the state directory.")
    }
    Glibc.close(file)
    return Entry(path: path)
  }

  /// One process on the roll; struck off when nobody holds it any more.
  final class Entry: Sendable {
    private let path: String

    init(path: String) { self.path = path }

    deinit { _ = unsafe unlink(path) }
  }
}

extension ProcessMark {
  /// As a file name: the boot's id holds no dot.
  fileprivate var rollName: String { "\(bootID).\(pid).\(startTime)" }

  fileprivate init?(rollName: String) {
    let parts = rollName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let pid = Int32(parts[1]), pid > 0, let startTime = UInt64(parts[2]) else { return nil }
    self.init(bootID: String(parts[0]), pid: pid, startTime: startTime)
  }
}
