// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The account of a loopback connection's other end, from the kernel: asked for the one socket, or else from its table.
enum PeerTable {
  /// - Parameters:
  ///   - peer: the port of the other end, which must be on 127.0.0.1.
  ///   - own: the server's port.
  /// - Returns: `nil` unless the connection is established from both ends.
  static func account(ofPort peer: Int, to own: Int) -> uid_t? {
    switch SocketDiagnosis.account(local: peer, remote: own) {
    case .account(let account): return account
    case .none: return nil
    case .unavailable: break
    }
    return current().flatMap { account(ofPort: peer, to: own, in: $0) }
  }

  /// The kernel's table. It reports no size and gives a page at a time, so it is read to its end.
  static func current() -> String? {
    guard let file = FileHandle(forReadingAtPath: "/proc/net/tcp"), let data = try? file.readToEnd() else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  static func account(ofPort peer: Int, to own: Int, in table: String) -> uid_t? {
    let (local, remote) = (address(peer), address(own))
    for line in table.utf8.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 8)
      // 01: established. The table names the socket by its own address first.
      guard fields.count > 7, fields[1].elementsEqual(local), fields[2].elementsEqual(remote),
        fields[3].elementsEqual("01".utf8)
      else { continue }
      return uid_t(String(decoding: fields[7], as: UTF8.self))
    }
    return nil
  }

  /// 127.0.0.1 in the byte order of the table.
  private static func address(_ port: Int) -> [UInt8] {
    let host = UInt32(127 << 24 | 1).bigEndian
    func hexadecimal(_ number: UInt32, _ digits: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    return Array((hexadecimal(host, 8) + ":" + hexadecimal(UInt32(port), 4)).utf8)
  }
}
