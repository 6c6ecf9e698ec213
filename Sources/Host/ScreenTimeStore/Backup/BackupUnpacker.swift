// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import FileTrees
internal import Glibc

/// Recreates entries below a directory that only this host writes to.
final class BackupUnpacker: BackupSink {
  private let path: String
  private var cursor: TreeCursor
  /// The numbers of the directories from the root to the cursor.
  private var open: [Int64] = []
  /// The file that was added last, open to write to.
  private var file: (number: Int32, entry: BackupEntry)?

  init(into directory: String) throws(StoreError) {
    path = directory
    do throws(TreeError) { cursor = TreeCursor(at: try OpenDirectory(path: directory)) } catch {
      throw StoreError(.unavailable, "\(error)")
    }
  }

  deinit { if let file { close(file.number) } }

  func add(_ entry: BackupEntry) throws {
    try finish()
    while open.last != entry.parent {
      guard open.popLast() != nil else {
        throw StoreError(.corrupt, "The backup holds “\(entry.name)” without its directory; use another backup.")
      }
      guard try reporting({ () throws(TreeError) in try cursor.ascend() }) == 1 else {
        throw StoreError(.failed, "\(path) was changed while it was unpacked.")
      }
    }
    if entry.size == nil { try makeDirectory(entry) } else { try makeFile(entry) }
  }

  private func makeDirectory(_ entry: BackupEntry) throws {
    guard mkdirat(cursor.current.number, entry.name.cString, 0o700) == 0 else { throw refused("make", entry) }
    try reporting { () throws(TreeError) in try cursor.descend(into: entry.name) }
    open.append(entry.id)
    // The host continues to work in this directory.
    guard fchmod(cursor.current.number, mode_t(entry.mode) | 0o700) == 0 else { throw refused("make", entry) }
    try give(cursor.current.number, entry)
  }

  private func makeFile(_ entry: BackupEntry) throws {
    let number = openat(
      cursor.current.number, entry.name.cString, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw refused("write", entry) }
    file = (number, entry)
  }

  func add(_ piece: [UInt8], at position: Int64) throws {
    guard let file else { throw StoreError(.corrupt, "The backup holds data without a file; use another.") }
    var done = 0
    while done < piece.count {
      let count = piece.withUnsafeBytes {
        pwrite(file.number, $0.baseAddress.map { $0 + done }, piece.count - done, off_t(position) + off_t(done))
      }
      guard count > 0 else { throw refused("write", file.entry) }
      done += count
    }
  }

  /// Closes the last file.
  func finish() throws {
    guard let (number, entry) = file else { return }
    defer {
      close(number)
      file = nil
    }
    guard ftruncate(number, off_t(entry.size ?? 0)) == 0 else { throw refused("write", entry) }
    try give(number, entry)
    guard fchmod(number, mode_t(entry.mode)) == 0 else { throw refused("write", entry) }
  }

  /// Restores the owner, since containers belong to the uids of their families. Without root the files stay this
  /// user's.
  private func give(_ descriptor: Int32, _ entry: BackupEntry) throws(StoreError) {
    if geteuid() == 0, fchown(descriptor, entry.owner, entry.group) != 0 { throw refused("change the owner of", entry) }
  }

  private func refused(_ act: String, _ entry: BackupEntry) -> StoreError {
    // A directory is entered as soon as it is made.
    let place = open.last == entry.id ? cursor.path : cursor.path + [entry.name]
    return StoreError.refused(act, "\(path)/\(place.spoken)")
  }

  private func reporting<Result>(_ body: () throws(TreeError) -> Result) throws(StoreError) -> Result {
    do throws(TreeError) { return try body() } catch { throw StoreError(.failed, "\(error)") }
  }
}
