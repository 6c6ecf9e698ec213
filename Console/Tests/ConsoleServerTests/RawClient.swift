// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A TCP connection that sends exactly the given bytes.
final class RawClient {
  let descriptor: CInt

  /// - Parameter receiveBuffer: the bytes that may arrive unread; the kernel raises a small number to its minimum.
  init(port: Int, receiveBuffer: CInt? = nil, patience: Int = 90) throws {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    try #require(descriptor >= 0, "no socket is left")
    if var bytes = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<CInt>.size))
    }
    var time = timeval(tv_sec: patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(status == 0, "the server can't be reached")
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Everything until the server closes, or the first answer with a length.
  func answer() -> RawAnswer {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let answer = RawAnswer(bytes, isOver: false) { return answer }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return RawAnswer(bytes, isOver: true) ?? RawAnswer(status: 0, head: "", body: "") }
      bytes += buffer[..<count]
    }
  }

  /// Reads until the server closes.
  ///
  /// - Returns: the number of bytes.
  func rest() -> Int {
    var total = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return total }
      total += count
    }
  }

  /// Some bytes of a stream; `nil` if the server has closed.
  func some() -> String? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}

struct RawAnswer {
  var status: Int
  var head: String
  var body: String

  init(status: Int, head: String, body: String) { (self.status, self.head, self.body) = (status, head, body) }

  init?(_ bytes: [UInt8], isOver: Bool) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    head = String(text[..<end.lowerBound])
    body = String(text[end.upperBound...])
    status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let length = head.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.output.1) }
    guard isOver || length.map({ body.utf8.count >= $0 }) == true else { return nil }
  }

  /// The code of the error in the body.
  var code: String? {
    let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
    return (object?["error"] as? [String: Any])?["code"] as? String
  }

  func member(_ name: String) -> String? {
    (try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])?[name] as? String
  }
}
