// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

/// A host's socket that answers from a script, on threads of its own.
final class FakeHost: Sendable {
  let state: String
  private let listener: CInt
  private let heard = Mutex([String]())
  private let watchers = Mutex([CInt]())

  /// - Parameter page: the text that a page shows.
  init(page: String = "Firefox") throws {
    state = NSTemporaryDirectory() + "sallyport-fake-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array((state + "/host.sock").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0 && listen(listener, 64) == 0)
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { [self] in serve(connection, page) }
      }
    }
  }

  /// The lines that arrived.
  var lines: [String] { heard.withLock(\.self) }

  func change() {
    for watcher in watchers.withLock(\.self) {
      _ = Foundation.send(watcher, "{\"changes\":2}\n", 14, CInt(MSG_NOSIGNAL))
    }
  }

  private func serve(_ connection: CInt, _ page: String) {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      received += buffer[..<count]
      while let end = received.firstIndex(of: 0x0A) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 1)
        heard.withLock { $0.append(line) }
        if line.contains("\"watch\"") { watchers.withLock { $0.append(connection) } }
        let answer = Array((self.answer(line, page) + "\n").utf8)
        _ = Foundation.send(connection, answer, answer.count, CInt(MSG_NOSIGNAL))
      }
    }
    close(connection)
  }

  private func answer(_ line: String, _ page: String) -> String {
    let call = (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]) ?? [:]
    let id = call["id"] as? Int ?? 0
    switch call["call"] as? String {
    case "page":
      let text = String(decoding: (try? JSONEncoder().encode(page)) ?? Data(), as: UTF8.self)
      let name = "{\"parts\":[{\"isName\":true,\"text\":\(text)}]}"
      return
        "{\"id\":\(id),\"ok\":{\"page\":{\"address\":\"/today\",\"asOf\":\"10:02\",\"later\":[1],\"language\":\"en\",\"notices\":[],"
        + "\"says\":\(name),\"sections\":[],\"title\":\(name)}}}"
    case "act":
      if line.contains("\"old\"") {
        return "{\"id\":\(id),\"error\":{\"code\":\"stale\",\"says\":\"It has changed.\"}}"
      }
      return "{\"id\":\(id),\"ok\":{\"outcome\":\"done\"}}"
    case "items":
      let text = String(decoding: (try? JSONEncoder().encode(page)) ?? Data(), as: UTF8.self)
      return "{\"id\":\(id),\"ok\":{\"items\":[{\"id\":\"app\",\"kind\":\"application\",\"name\":\(text)}]}}"
    case "export": return "{\"id\":\(id),\"ok\":{\"lines\":[\"{\\\"seq\\\":1}\",\"{\\\"seq\\\":2}\"]}}"
    default: return "{\"id\":\(id),\"ok\":{\"changes\":1}}"
    }
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(atPath: state)
  }
}
