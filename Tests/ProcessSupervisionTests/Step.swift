// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One step of a puppet. The same program runs on a thread, as a process, and in the sandbox.
enum Step: Hashable, Sendable {
  /// Reads one line from the host.
  case read
  /// Writes text; `$request` stands for the id of the host's last request.
  case write(String)
  case bytes([UInt8])
  /// Writes this many bytes without a line feed, in pieces of 64 KiB.
  case flood(Int)
  case log(String)
  case closeWriting
  case exit(Int32)
  case raise(Int32)
  /// Stops reading and writing.
  case hang

  /// A line, with its line feed.
  static func line(_ text: String) -> Step { .write(text + "\n") }

  static func reply(_ result: String = "{}", to id: String = "$request") -> Step {
    .line(#"{"jsonrpc":"2.0","id":"\#(id)","result":\#(result)}"#)
  }

  static func error(_ code: Int, to id: String = "$request") -> Step {
    .line(#"{"jsonrpc":"2.0","id":"\#(id)","error":{"code":\#(code),"message":"my own words"}}"#)
  }

  static func request(_ id: String, _ method: String, _ params: String = "{}") -> Step {
    .line(#"{"jsonrpc":"2.0","id":"\#(id)","method":"\#(method)","params":\#(params)}"#)
  }

  static func commit(_ id: String, within: String? = "$request") -> Step {
    let scope = within.map { #""within":"\#($0)","# } ?? ""
    return .request(id, "commit", #"{\#(scope)"effects":[{"kind":"refreshShields"}]}"#)
  }

  static let ack = Step.line(#"{"jsonrpc":"2.0","method":"ack","params":{"request":"$request"}}"#)

  static func helloReply(
    protocol number: Int = 1, schema: Int = 1, features: [String] = [], extension name: String = "homework.puppet",
    version: String = "1.0", more: String = "", id: String = "$request"
  ) -> Step {
    let list = features.map { #""\#($0)""# }.joined(separator: ",")
    return .reply(
      #"{"protocol":\#(number),"schema":\#(schema),"features":[\#(list)],"extension":"\#(name)","#
        + #""version":"\#(version)"\#(more)}"#, to: id)
  }

  /// Two steps that must reach the host in a single write.
  static func together(_ steps: Step...) -> Step {
    .write(steps.map { if case .write(let text) = $0 { text } else { "" } }.joined())
  }
}

extension [Step] {
  /// The encoding that `puppet.py` reads.
  var json: Data {
    get throws {
      let steps = map { step -> [Any] in
        switch step {
        case .read: ["read"]
        case .write(let text): ["write", text]
        case .bytes(let bytes): ["bytes", bytes.map(Int.init)]
        case .flood(let count): ["flood", count]
        case .log(let text): ["log", text]
        case .closeWriting: ["close"]
        case .exit(let status): ["exit", Int(status)]
        case .raise(let signal): ["raise", Int(signal)]
        case .hang: ["hang"]
        }
      }
      return try JSONSerialization.data(withJSONObject: steps)
    }
  }
}
