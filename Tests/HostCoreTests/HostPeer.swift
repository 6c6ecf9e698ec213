// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import HostCore

/// The other end of a host's socket.
enum HostPeer {
  /// A nonblocking socket connected to the host's; `nil` if nothing listens or the backlog is full.
  static func connected(state: String) throws -> Int32? {
    let address = try HostSocketAddress(state: state)
    defer { address.close() }
    let descriptor = HostSocketAddress.socket()
    guard address.with({ connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
