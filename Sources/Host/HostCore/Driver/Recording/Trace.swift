// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import ExtensionTransport
import Foundation
import ScreenTimeRules

/// A recorded run: its use, its processes and their callbacks.
package struct Trace: Sendable {
  /// A request from the host and its outcome.
  struct Callback: Sendable {
    /// The number of the request's line, which identifies it.
    var number: Int64
    var at: Timestamp
    var end: Timestamp?
    var process: Int64
    var program: String
    /// Such as `eventDidReachThreshold afternoon games`.
    var what: String
    var sequence: Int64?
    var cause: String?
    /// The request and its reply, as JSON; `nil` if the recording holds none.
    var request: String?
    var reply: String?
    var effects: [String] = []
    var outcome: String?
    var reason: String?
    var log: [String] = []
    /// The states of its process from the request to the end of the callback.
    var states: [String] = []
  }

  /// One process, from its launch to its end.
  struct Life: Sendable {
    var program: String
    var process: Int64
    var start: Timestamp
    var end: Timestamp?
    var grade: String
  }

  package let header: RecordingHeader
  private(set) var use: [UseSpan] = []
  private(set) var callbacks: [Callback] = []
  private(set) var lives: [Life] = []
  private(set) var closed: [(item: Item, span: TimeSpan)] = []
  private(set) var fillings: [ThresholdFilling] = []
  /// The instant of the last line.
  private(set) var end: Timestamp
  private var programs: [Int64: Int] = [:]
  /// The open request of each process: the place of its callback, by the request's id.
  private var open: [Int64: (id: WireValue, place: Int)] = [:]
  /// The place of the last callback of each process, and of each delivery with and without its program.
  private var last: [Int64: Int] = [:]
  private var delivered: [Delivery: Int] = [:]

  private struct Delivery: Hashable {
    var program: String?
    var sequence: Int64
  }

  /// - Throws: `RecordingError` with the number of the faulty line; `HostError` for a file that can't be read.
  package init(contentsOf path: String) throws {
    var lines: [(RecordedEvent, [String: WireValue])] = []
    let recording = try Recording(contentsOf: path) { lines.append(($0, $1)) }
    header = recording.header
    end = header.run.created
    for (event, members) in lines { take(event, members) }
    for recorded in recording.inputs {
      guard case .use(let span) = recorded.input, span.isInUse, span.app != nil || span.web != nil else { continue }
      if let last = use.last, last.front == span.front, span.start <= last.end {
        use[use.count - 1].end = max(last.end, span.end)
      } else {
        use.append(span)
      }
    }
  }

  // MARK: - Lines

  private mutating func take(_ event: RecordedEvent, _ members: [String: WireValue]) {
    guard case .integer(let milliseconds)? = members["at"], case .integer(let number)? = members["n"] else { return }
    let at = Timestamp(milliseconds: milliseconds)
    end = max(end, at)
    func integer(_ name: String) -> Int64? { if case .integer(let number)? = members[name] { number } else { nil } }
    let process = integer("process") ?? 0
    func text(_ name: String) -> String? { if case .string(let text)? = members[name] { text } else { nil } }
    switch event {
    case .input, .end: break
    case .launch:
      programs[process] = lives.count
      lives.append(
        Life(program: text("extension") ?? "", process: process, start: at, grade: text("grade") ?? ""))
    case .state:
      let state = text("to") ?? ""
      if let place = open[process]?.place { callbacks[place].states.append("\(state): \(text("reason") ?? "")") }
      if Self.ends.contains(state), let place = programs.removeValue(forKey: process) { lives[place].end = at }
    case .line: line(members, from: text("from") ?? "", at: at, number: number, process: process)
    case .log:
      let place = open[process]?.place ?? last[process]
      if let place { callbacks[place].log.append(text("text") ?? "text that this recording does not hold") }
    case .settled:
      guard let sequence = integer("sequence"),
        let place = delivered[Delivery(program: text("extension"), sequence: sequence)]
      else { return }
      (callbacks[place].outcome, callbacks[place].reason) = (text("outcome"), text("reason"))
      callbacks[place].end = at
    case .shield:
      guard let kind = Item.Kind.allCases.first(where: { "\($0)" == text("kind") }), let id = text("id"),
        let span = Self.span(members["since"], members["until"])
      else { return }
      closed.append((Item(kind: kind, id: id), span))
    case .filling:
      guard case .array(let pieces)? = members["pieces"] else { return }
      fillings.append(
        ThresholdFilling(
          family: text("family") ?? "", activity: text("activity") ?? "", event: text("name") ?? "",
          level: integer("level") ?? 0,
          pieces: pieces.compactMap { piece in
            guard case .array(let ends) = piece, ends.count == 2 else { return nil }
            return Self.span(ends[0], ends[1])
          }))
    }
  }

  /// - Returns: `nil` for anything but two instants of a device, in order.
  private static func span(_ start: WireValue?, _ end: WireValue?) -> TimeSpan? {
    guard case .integer(let start)? = start, case .integer(let end)? = end, start <= end,
      (0...WireLimits.latestTime).contains(start), (0...WireLimits.latestTime).contains(end)
    else { return nil }
    return TimeSpan(start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end))
  }

  private static let ends: Set<String> = ["cold", "exiting", "backingOff", "quarantined", "disabled"]

  private mutating func line(
    _ members: [String: WireValue], from side: String, at: Timestamp, number: Int64, process: Int64
  ) {
    guard case .object(let message)? = members["message"] else { return }
    if side == "host", message["method"] == "perform", case .object(let params)? = message["params"] {
      var callback = Callback(
        number: number, at: at, process: process, program: programs[process].map { lives[$0].program } ?? "",
        what: Self.what(params))
      if case .object(let delivery)? = params["delivery"] {
        if case .integer(let sequence)? = delivery["sequence"] {
          callback.sequence = sequence
          for program in [callback.program, nil] {
            delivered[Delivery(program: program, sequence: sequence)] = callbacks.count
          }
        }
        if case .string(let cause)? = delivery["cause"] { callback.cause = cause }
      }
      callback.request = Self.json(.object(params))
      if let id = message["id"] { open[process] = (id, callbacks.count) }
      last[process] = callbacks.count
      callbacks.append(callback)
    } else if side == "extension", message["method"] == nil, let known = open[process], message["id"] == known.id {
      open[process] = nil
      callbacks[known.place].end = at
      callbacks[known.place].reply = (message["result"] ?? message["error"]).map(Self.json)
      if case .object(let result)? = message["result"], case .array(let effects)? = result["effects"] {
        callbacks[known.place].effects = effects.map(Self.json)
      }
    }
  }

  /// The callback with the words of its arguments.
  private static func what(_ params: WireObject) -> String {
    var words: [String] = []
    if case .string(let name)? = params["callback"] { words.append(name) }
    if case .object(let arguments)? = params["arguments"] {
      for name in ["activity", "event", "action", "context", "reason", "kind"] {
        if case .string(let word)? = arguments[name] { words.append(word) }
      }
    }
    return words.joined(separator: " ")
  }

  /// The text as encoded in a request or reply, without quotation marks.
  static func escaped(_ text: String) -> String { String(json(.string(text)).dropFirst().dropLast()) }

  private static func json(_ value: WireValue) -> String {
    String(decoding: JSONCodec(limits: .fromHost).encode(value), as: UTF8.self)
  }
}
