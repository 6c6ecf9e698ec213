// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import CSampleFeeds
import Glibc

/// The path of a host's socket. It is checked, since an account that can change the path could impersonate the host.
struct SocketPath {
  let path: String
  private let directory: String

  /// - Throws: `SampleFeedError` if accounts other than this one and root could replace the socket.
  init(_ path: String) throws(SampleFeedError) {
    guard (1...107).contains(path.utf8.count), !path.utf8.contains(0), !path.hasSuffix("/") else {
      throw SampleFeedError(.badPath, "“\(path)” can't name a socket; use a path of 1 to 107 bytes")
    }
    self.path = path
    directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    var facts = stat()
    guard unsafe stat(directory, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      throw SampleFeedError(.badPath, "“\(directory)” is not a directory; create it first")
    }
    let isOpenToOthers = facts.st_mode & (S_IWGRP | S_IWOTH) != 0 && facts.st_mode & S_ISVTX == 0
    guard [geteuid(), 0].contains(facts.st_uid), !isOpenToOthers else {
      throw SampleFeedError(
        .foreignPath, "other accounts can change “\(directory)”; use a directory of your own, such as $XDG_RUNTIME_DIR")
    }
  }

  /// Creates the socket, to which only its owner may connect. A stale socket of this account is replaced.
  ///
  /// - Parameter owner: the account that may connect.
  func listen(for owner: UInt32) throws(SampleFeedError) -> CInt {
    try clear()
    let listener = unsafe path.withCString { unsafe csamplefeeds_listen($0, path.utf8.count, 8) }
    guard listener != -EADDRINUSE else {
      throw SampleFeedError(.taken, "“\(path)” was just created by another process; start only one host per socket")
    }
    guard listener >= 0 else {
      throw SampleFeedError(
        .badPath, "“\(path)” can't be created as a socket: \(SampleFeedError.text(of: listener))")
    }
    if owner != geteuid(), unsafe lchown(path, owner, gid_t.max) != 0 {
      let reason = SampleFeedError.text(of: errno)
      _ = Glibc.close(listener)
      remove()
      throw SampleFeedError(.foreignPath, "“\(path)” can't be given to account \(owner): \(reason)")
    }
    return listener
  }

  func remove() { _ = unsafe unlink(path) }

  private func clear() throws(SampleFeedError) {
    var facts = stat()
    guard unsafe lstat(path, &facts) == 0 else { return }
    guard FileKind(facts) == .socket else {
      throw SampleFeedError(
        .taken,
        FileKind(facts) == .link
          ? "“\(path)” is a symbolic link; name the path of the socket itself"
          : "“\(path)” exists and is not a socket; remove it or choose another path")
    }
    guard facts.st_uid == geteuid() || geteuid() == 0 else {
      throw SampleFeedError(.foreignPath, "“\(path)” belongs to account \(facts.st_uid); choose another path")
    }
    let served = unsafe path.withCString { unsafe csamplefeeds_is_served($0, path.utf8.count) }
    guard served == 0 else {
      throw SampleFeedError(
        .taken,
        served > 0
          ? "another process listens on “\(path)”; stop it or choose another path"
          : "“\(path)” can't be checked: \(SampleFeedError.text(of: served))")
    }
    remove()
  }
}
