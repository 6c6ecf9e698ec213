// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import Glibc

/// The contents of a file, up to a limit. All files that someone else named or wrote are read this way, since a pipe
/// never ends, a device has no size, and a file may grow while it is read.
package struct RegularFile: Sendable {
  /// The reason why a file isn't read. Completes "*file*: …".
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package var message: String
    package var description: String { message }

    package init(message: String) { self.message = message }
  }

  package let bytes: [UInt8]

  /// - Parameters:
  /// - mostBytes: the maximum size; a larger file is refused, not truncated.
  /// - followsLinks: whether the file itself may be a symbolic link. Links in the directories above it are always
  ///   followed.
  /// - inspect: checks the status of the opened file before it is read, and throws to refuse it.
  package init(
    path: String, mostBytes: Int, followsLinks: Bool = true,
    inspect: (stat) throws(Refusal) -> Void = { (_: stat) throws(Refusal) in }
  ) throws(Refusal) {
    // The kernel ends a path at its first zero byte, which would silently change the file that is opened.
    guard !path.utf8.contains(0) else { throw Refusal(message: "can't be opened: its name holds a zero byte") }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else {
      let reason = errno
      throw Refusal(
        message: reason == ELOOP && !followsLinks
          ? "is a symbolic link; put the file itself into the directory"
          : "can't be opened: \(String(cString: strerror(reason)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Refusal(message: "can't be examined: \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Refusal(message: "is not a regular file") }
    try inspect(status)
    guard status.st_size <= mostBytes else { throw Self.tooLong(Int(status.st_size), mostBytes) }
    bytes = try Self.read(descriptor, mostBytes)
  }

  private static func tooLong(_ count: Int, _ mostBytes: Int) -> Refusal {
    Refusal(message: "\(count) bytes are more than the \(mostBytes) allowed")
  }

  private static func read(_ descriptor: Int32, _ mostBytes: Int) throws(Refusal) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return bytes }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw Refusal(message: "can't be read: \(String(cString: strerror(errno)))")
      }
      bytes += chunk[..<count]
      guard bytes.count <= mostBytes else { throw tooLong(bytes.count, mostBytes) }
    }
  }
}
