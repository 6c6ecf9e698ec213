// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The address of a host's socket: `host.sock` in its state directory, which belongs to the host's account.
///
/// The directory is named by its descriptor, so a path of any length fits into an address, and host and command mean
/// the same directory even if its path is replaced.
struct HostSocketAddress {
  static let name = "host.sock"

  private let directory: CInt

  /// - Throws: `HostError` if the directory can't be opened.
  init(state: String) throws(HostError) {
    directory = open(state, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else {
      throw HostError(.failed, "The state directory \(state) can't be opened: \(Self.text(of: errno))")
    }
  }

  func close() { _ = Foundation.close(directory) }

  func remove() { unlinkat(directory, Self.name, 0) }

  /// Calls `body` with the address.
  func with<Value>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("/proc/self/fd/\(directory)/\(Self.name)".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  /// A new socket that neither blocks nor is inherited; negative if there is none.
  static func socket(isBlocking: Bool = false) -> CInt {
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    return Foundation.socket(AF_UNIX, isBlocking ? type : type | CInt(SOCK_NONBLOCK.rawValue), 0)
  }

  static func text(of error: CInt) -> String { String(cString: strerror(error)) }
}
