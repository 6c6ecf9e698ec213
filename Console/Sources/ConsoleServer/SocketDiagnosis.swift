// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Asks the kernel for one TCP socket by its four numbers (`sock_diag(7)`). Its table under /proc may leave out rows that
/// move while it is read.
enum SocketDiagnosis {
  enum Answer: Equatable {
    case account(uid_t)
    /// There is no such established connection.
    case none
    /// This kernel does not answer.
    case unavailable
  }

  private static let established: UInt8 = 1
  /// The lengths of `nlmsghdr` and `inet_diag_req_v2`.
  private static let requestBytes = 16 + 56

  /// The account of the socket on 127.0.0.1 with the port `local` that is connected to the port `remote`.
  static func account(local: Int, remote: Int) -> Answer {
    let descriptor = socket(AF_NETLINK, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 4)
    guard descriptor >= 0 else { return .unavailable }
    defer { close(descriptor) }
    var time = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    let request = request(local: UInt16(local), remote: UInt16(remote))
    guard send(descriptor, request, request.count, 0) == request.count else { return .unavailable }
    var reply = [UInt8](repeating: 0, count: 1_024)
    let count = recv(descriptor, &reply, reply.count, 0)
    guard count > 0 else { return .unavailable }
    return read(Array(reply[..<count]), local: UInt16(local), remote: UInt16(remote))
  }

  static func request(local: UInt16, remote: UInt16) -> [UInt8] {
    // nlmsghdr: length, SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, sequence, port.
    var bytes =
      native(UInt32(requestBytes)) + native(UInt16(20)) + native(UInt16(1)) + native(UInt32(1)) + native(UInt32(0))
    // inet_diag_req_v2: family, protocol, extensions, padding, states.
    bytes += [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0] + native(UInt32(1) << 1)
    bytes += network(local) + network(remote)
    for _ in 0..<2 { bytes += [127, 0, 0, 1] + [UInt8](repeating: 0, count: 12) }
    // Any interface, and no cookie.
    return bytes + native(UInt32(0)) + [UInt8](repeating: 0xFF, count: 8)
  }

  static func read(_ reply: [UInt8], local: UInt16, remote: UInt16) -> Answer {
    guard reply.count >= 20 else { return .unavailable }
    let type = UInt16(reply[4]) | UInt16(reply[5]) << 8
    guard type == 20, reply.count >= 16 + 72 else {
      // NLMSG_ERROR with ENOENT: no such socket.
      let code = Int32(bitPattern: (0..<4).reduce(0) { $0 | UInt32(reply[16 + $1]) << (8 * UInt32($1)) })
      return type == 2 && code == -ENOENT ? .none : .unavailable
    }
    guard reply[17] == established, Array(reply[20..<24]) == network(local) + network(remote) else { return .none }
    return .account((0..<4).reduce(0) { $0 | uid_t(reply[16 + 64 + $1]) << (8 * uid_t($1)) })
  }

  private static func native(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
  private static func network(_ port: UInt16) -> [UInt8] { [UInt8(port >> 8), UInt8(port & 0xFF)] }
}
