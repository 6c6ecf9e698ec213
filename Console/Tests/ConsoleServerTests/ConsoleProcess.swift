// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A process of `sallyport-console`.
final class ConsoleProcess {
  let port: Int
  /// The secret of its link.
  let link: String
  private let process = Process()
  private let input = Pipe()

  /// The build directory of the test bundle.
  static let programs: String = {
    let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return ([executable] + CommandLine.arguments).map { ($0 as NSString).deletingLastPathComponent }
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/sallyport-console") } ?? ""
  }()

  init(state: String, sallyport: String = "/bin/false", _ options: [String] = []) throws {
    let output = Pipe()
    process.executableURL = URL(filePath: Self.programs + "/sallyport-console")
    process.arguments = ["--state", state, "--sallyport", sallyport] + options
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.contains("\n") {
      let next = output.fileHandleForReading.availableData
      try #require(!next.isEmpty, "the console ended")
      text += String(decoding: next, as: UTF8.self)
    }
    let match = try #require(text.firstMatch(of: /^http:\/\/127\.0\.0\.1:(\d+)\/#t=([0-9a-f]{64})\n/))
    (port, link) = (try #require(Int(match.output.1)), String(match.output.2))
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The number of established connections of its port, by the kernel's table.
  var connections: Int {
    let own = String(port, radix: 16, uppercase: true)
    let local = "0100007F:" + String(repeating: "0", count: max(0, 4 - own.count)) + own
    // The kernel reports no size, so the file is read to its end.
    let data = try? FileHandle(forReadingFrom: URL(filePath: "/proc/net/tcp")).readToEnd()
    return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").count { row in
      let fields = row.split(separator: " ", maxSplits: 4)
      return fields.count > 4 && fields[1] == local && fields[3] == "01"
    }
  }

  // MARK: - Requests

  /// A request with everything that a page of the console sends, and changes to that.
  ///
  /// - Parameter fields: replaces a field, or leaves it out if `nil`.
  func text(
    _ method: String, _ path: String, _ fields: [String: String?] = [:], bearer: String? = nil, body: String? = nil
  ) -> String {
    var all: [String: String?] = ["Host": "127.0.0.1:\(port)", "Sec-Fetch-Site": "same-origin"]
    if let bearer { all["Authorization"] = "Bearer " + bearer }
    if let body {
      all["Content-Type"] = "application/json"
      all["Content-Length"] = "\(body.utf8.count)"
      all["Origin"] = "http://127.0.0.1:\(port)"
    }
    for (name, value) in fields { all.updateValue(value, forKey: name) }
    let lines = all.sorted { $0.key < $1.key }.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }
    return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n\(body ?? "")"
  }

  func ask(
    _ method: String, _ path: String, _ fields: [String: String?] = [:], bearer: String? = nil, body: String? = nil
  ) throws -> RawAnswer {
    let client = try RawClient(port: port)
    client.send(text(method, path, fields, bearer: bearer, body: body))
    return client.answer()
  }

  func enter() throws -> String {
    let answer = try ask("POST", "/session", body: "{\"link\":\"\(link)\"}")
    return try #require(answer.member("bearer"), "\(answer.body)")
  }
}
