// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The files `keys/root.key` and `keys/root.key.copy` (`privacy.md#tokens`). A key is never recreated silently.
package struct TokenKeyFile {
  /// The key, and the event to record in a `keyEvent` entry of the ledger, if any.
  package struct Opened {
    package enum Event: String, Sendable, Codable {
      case made, restoredFromCopy, copyRenewed, reset
    }

    package let key: RootKey
    package let event: Event?
  }

  private let directory: String
  private var main: String { directory + "/root.key" }
  private var copy: String { directory + "/root.key.copy" }

  /// - Parameter stateDirectory: the host's state directory. Keys are in `keys` below it.
  package init(stateDirectory: String) { directory = stateDirectory + "/keys" }

  /// The event that opening will cause, `nil` for none. The host stores it first, so that the ledger entry is written
  /// even if the host is killed in between.
  ///
  /// - Throws: the same errors as ``open(tokensExist:random:)``.
  package func due(tokensExist: Bool) throws(TokenKeyError) -> Opened.Event? {
    switch try find(tokensExist: tokensExist) {
    case .whole: nil
    case .withoutCopy: .copyRenewed
    case .copyOnly: .restoredFromCopy
    case .nothing: .made
    }
  }

  /// Opens the key, or creates the first one.
  ///
  /// - Parameters:
  /// - tokensExist: whether tokens were issued with an earlier key. A missing key is then an error, since a new key
  ///   would silently make every token `unknown` (PRIV-TK8).
  /// - random: returns 32 bytes for a first key.
  /// - Throws: `TokenKeyError`.
  package func open(tokensExist: Bool, random: () -> [UInt8]) throws(TokenKeyError) -> Opened {
    switch try find(tokensExist: tokensExist) {
    case .whole(let key):
      return Opened(key: key, event: nil)
    case .withoutCopy(let key):
      try write(key, to: copy)
      return Opened(key: key, event: .copyRenewed)
    case .copyOnly(let key):
      try write(key, to: main)
      return Opened(key: key, event: .restoredFromCopy)
    case .nothing:
      return Opened(key: try make(random()), event: .made)
    }
  }

  /// Replaces the key at the operator's request, after a restore without the key. Every token becomes `unknown`, but
  /// rules stay in force (PRIV-TK5). The caller erases the audiences and writes the `keyEvent` entry.
  package func reset(random: () -> [UInt8]) throws(TokenKeyError) -> Opened {
    Opened(key: try make(random()), event: .reset)
  }

  // MARK: -

  /// The usable key files in the directory.
  private enum Finding {
    case whole(RootKey)
    case withoutCopy(RootKey)
    case copyOnly(RootKey)
    case nothing
  }

  private func find(tokensExist: Bool) throws(TokenKeyError) -> Finding {
    switch try (read(main), read(copy)) {
    case (.intact(let key), .intact(let second)):
      guard key.checkValue == second.checkValue else {
        throw TokenKeyError(
          .tokenKeyMismatch,
          "The key \(main) and its copy \(copy) differ; keep the right one and remove the other."
        )
      }
      return .whole(key)
    case (.intact(let key), _): return .withoutCopy(key)
    case (_, .intact(let key)): return .copyOnly(key)
    case (.damaged(let reason), _):
      throw TokenKeyError(
        .tokenKeyMismatch,
        "The key \(main) \(reason) and has no intact copy; restore it from a backup, or reset the tokens by name."
      )
    case (.missing, .damaged(let reason)):
      throw TokenKeyError(
        .tokenKeyMismatch,
        "The key \(main) is missing and its copy \(reason); restore it from a backup, or reset the tokens by name."
      )
    case (.missing, .missing) where tokensExist:
      throw TokenKeyError(
        .tokenKeyMissing,
        "The key \(main), which tokens were issued with, is missing; restore it, or reset the tokens by name."
      )
    case (.missing, .missing): return .nothing
    }
  }

  private enum Found {
    case missing
    case damaged(String)
    case intact(RootKey)
  }

  private func make(_ bytes: [UInt8]) throws(TokenKeyError) -> RootKey {
    guard let key = RootKey(bytes: bytes) else {
      throw TokenKeyError(.tokenKeyUnreadable, "The random source gave \(bytes.count) bytes for \(main) instead of 32.")
    }
    try write(key, to: main)
    try write(key, to: copy)
    return key
  }

  private func read(_ path: String) throws(TokenKeyError) -> Found {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return .missing }
      throw failure("read", path)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw failure("read", path) }
    do throws(RootKey.Damage) {
      return .intact(try RootKey(file: Array(bytes[..<count])))
    } catch {
      return .damaged(error.reason)
    }
  }

  /// Writes a temporary file, syncs it, renames it and syncs the directory: a crash leaves the old key or the new one.
  private func write(_ key: RootKey, to path: String) throws(TokenKeyError) {
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failure("make the directory of", path) }
    let temporary = path + ".new"
    let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure("write", path) }
    let bytes = key.file
    let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, rename(temporary, path) == 0 else { throw failure("write", path) }
    let folder = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw failure("write", path) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw failure("write", path) }
  }

  private func failure(_ act: String, _ path: String) -> TokenKeyError {
    TokenKeyError(
      .tokenKeyUnreadable,
      "Could not \(act) the key file \(path): \(String(cString: strerror(errno))); check that the host's user owns it.")
  }
}
