// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import ScreenTimeRules

/// Records from a growing file. It may be truncated, replaced, removed and recreated at any time; each is reported.
///
/// If the file already exists, only the last 64 KiB are read, so that open records are found quickly. Later files are
/// read completely.
package final class FileFeed: SampleFeed {
  package let place = SourcePlace.file
  package var descriptor: CInt { ready.descriptor }
  package let isOver = false

  /// The file that is currently being read.
  private struct Life {
    var descriptor: CInt
    var device: UInt
    var inode: UInt
    var offset: Int
    var intake: LineIntake
    var watch: CInt
  }

  private let path: String
  private let ready: ReadySet
  private let watcher: CInt
  private var reader = ByteReader()
  private var life: Life?
  private var lives = 0
  /// Whether the file that is opened next existed before this feed.
  private var isOld = false
  static let tail = 65_536

  /// - Throws: `SampleFeedError` if the file's directory can't be watched, or the path is not a regular file. The file
  ///   itself may be created later.
  package init(path: String) throws(SampleFeedError) {
    self.path = path
    watcher = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard watcher >= 0 else { throw .kernel("inotify_init1", errno) }
    do throws(SampleFeedError) { ready = try ReadySet() } catch {
      _ = Glibc.close(watcher)
      throw error
    }
    do throws(SampleFeedError) {
      let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      let changes = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)
      guard unsafe inotify_add_watch(watcher, directory, changes) >= 0 else {
        throw SampleFeedError(.unreadable, "“\(directory)” can't be watched: \(SampleFeedError.text(of: errno))")
      }
      let code = ready.add(watcher, as: 0)
      guard code == 0 else { throw .kernel("epoll_ctl", code) }
      var facts = stat()
      isOld = unsafe stat(path, &facts) == 0
      if isOld, FileKind(facts) != .regular {
        throw SampleFeedError(
          .notAFile, "“\(path)” is not a regular file; name it as a FIFO, a socket or standard input")
      }
    } catch {
      close()
      throw error
    }
    ready.raise(true)
  }

  package func read() -> [SampleFeedEvent] {
    drainWatcher()
    var news = FeedNews()
    var rest = ByteReader.bound
    if life == nil { begin(&news) }
    readOn(&news, &rest)
    // Read the old file to its end, then the file that now has its name.
    while rest > 0, let current = life, let loss = loss(of: current) {
      end(loss, &news)
      begin(&news)
      readOn(&news, &rest)
    }
    ready.raise(rest <= 0)
    return news.finish()
  }

  package func close() {
    if let life { _ = Glibc.close(life.descriptor) }
    life = nil
    ready.close()
    _ = Glibc.close(watcher)
  }

  // MARK: - Open files

  /// Opens the file that currently has the name, if any.
  private func begin(_ news: inout FeedNews) {
    // Don't block on a FIFO with that name.
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    var facts = stat()
    guard file >= 0, unsafe fstat(file, &facts) == 0, FileKind(facts) == .regular else {
      if file >= 0 { _ = Glibc.close(file) }
      return
    }
    lives += 1
    defer { isOld = false }
    let start = isOld ? max(0, Int(facts.st_size) - Self.tail) : 0
    lseek(file, start, SEEK_SET)
    let changes = UInt32(IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
    life = unsafe Life(
      descriptor: file, device: UInt(facts.st_dev), inode: UInt(facts.st_ino), offset: start,
      intake: LineIntake(connection: lives, skipsFirst: start > 0),
      watch: inotify_add_watch(watcher, "/proc/self/fd/\(file)", changes))
    news.events.append(.appeared)
  }

  private func readOn(_ news: inout FeedNews, _ rest: inout Int) {
    while rest > 0, let file = life?.descriptor {
      // Without data beyond the offset there is nothing to read. A truncated file is reported as a loss.
      guard size(of: file) > life?.offset ?? 0 else { return }
      switch reader.read(file) {
      case .bytes(let bytes):
        rest -= bytes.count
        life?.offset += bytes.count
        _ = life?.intake.take(bytes, into: &news)
      case .nothing, .end: return
      case .failed: return end(.failed, &news)
      }
    }
  }

  private func loss(of life: Life) -> SourceLoss? {
    if size(of: life.descriptor) < life.offset { return .truncated }
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { return .removed }
    return UInt(facts.st_dev) == life.device && UInt(facts.st_ino) == life.inode ? nil : .replaced
  }

  private func end(_ loss: SourceLoss, _ news: inout FeedNews) {
    guard var old = life else { return }
    old.intake.end(into: &news)
    news.events.append(.lost(loss))
    inotify_rm_watch(watcher, old.watch)
    _ = Glibc.close(old.descriptor)
    life = nil
  }

  // MARK: - The kernel

  private func size(of file: CInt) -> Int {
    var facts = stat()
    return unsafe fstat(file, &facts) == 0 ? Int(facts.st_size) : 0
  }

  /// Discards the inotify events. They only wake the feed: changes are looked up, since the kernel's queue may
  /// overflow.
  private func drainWatcher() {
    while case .bytes = reader.read(watcher) {}
  }
}
