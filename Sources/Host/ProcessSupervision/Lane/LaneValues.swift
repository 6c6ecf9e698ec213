// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import ExtensionProtocol

/// One program of one family: `<family>.<name>`.
public struct ProgramID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(_ rawValue: String) { self.rawValue = rawValue }

  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    try single.encode(rawValue)
  }

  /// The slug of its family.
  public var family: String {
    String(rawValue[..<(rawValue.utf8.firstIndex(of: UInt8(ascii: ".")) ?? rawValue.endIndex)])
  }
  public var description: String { rawValue }

  public static func < (left: ProgramID, right: ProgramID) -> Bool { left.rawValue.precedesInUTF8(right.rawValue) }
}

/// A callback in flight, numbered by the device within one run of the host.
public struct CallID: Hashable, Comparable, Codable, Sendable {
  public let number: Int64

  public init(_ number: Int64) { self.number = number }

  public static func < (left: CallID, right: CallID) -> Bool { left.number < right.number }
}

/// One question within a callback.
public struct QuestionID: Hashable, Codable, Sendable {
  public let call: CallID
  public let number: Int

  public init(_ call: CallID, _ number: Int) {
    self.call = call
    self.number = number
  }
}

/// A lane's question to the device within a callback.
public enum Question: Hashable, Sendable {
  /// A well-formed request of the extension.
  case request(ExtensionRequest)
  /// Whether the report may be sent. Its family must be suspended first (PRIV-SE7).
  case stillness
}

/// The device's answer to a question.
public enum Answer: Hashable, Codable, Sendable {
  case result(WireValue)
  case refusal(ErrorObject)
}

/// The end of a callback on its lane.
public enum CallEnd: Hashable, Codable, Sendable {
  /// A well-formed reply. At a point with effects its lane waits for the verdict.
  case replied(WireValue)
  /// A reply that does not have the point's form.
  case malformed(ErrorObject)
  /// The request could not be sent to this process: it is too large, or the process is not sealed as planned.
  case denied(ErrorObject)
  /// The extension answered with an error of its own.
  case failed(ErrorObject)
  /// The typed fallback of the point; `reason` is the code in the journal.
  case fallback(reason: ReasonCode)
  /// No process was available, so nothing was attempted. `retryAt` is the host's time; `nil` if only a new build helps.
  case unavailable(reason: ReasonCode, retryAt: Int64?)
}

/// A state change of a program's process, including its end.
public struct ProcessMove: Hashable, Codable, Sendable {
  public var process: Int
  public var from: ProcessState
  public var to: ProcessState
  public var reason: ReasonCode
  /// The failures of this build after the move.
  public var record: RestartRecord
  /// SHA-256 of the executed bytes, if there is a record to keep about them.
  public var build: String?
  /// The message of a failed launch.
  public var launchFailure: String?
  /// The grade observed for a new process.
  public var grade: String?
  /// The budget that the process exceeded, as a clause, if the host ended it for that.
  public var exceeded: String?

  public init(process: Int, from: ProcessState, to: ProcessState, reason: ReasonCode, record: RestartRecord) {
    self.process = process
    self.from = from
    self.to = to
    self.reason = reason
    self.record = record
  }
}

extension ExtensionRequest: Codable {
  private enum CodingKeys: String, CodingKey { case method, params }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let name = try members.decode(String.self, forKey: .method)
    guard let method = Method(rawValue: name) else {
      throw DecodingError.dataCorruptedError(forKey: .method, in: members, debugDescription: "“\(name)” is unknown")
    }
    try self.init(method: method, params: try members.decode(WireValue.self, forKey: .params))
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(method.rawValue, forKey: .method)
    try members.encode(params, forKey: .params)
  }

  private var params: WireValue {
    switch self {
    case .commit(let params): params.wire
    case .authorize(let params): params.wire
    case .pick(let params): params.wire
    case .presentReport(let params): params.wire
    case .presentWindow(let params): params.wire
    }
  }
}

extension Question: Codable {}

extension CallEnd {
  /// Whether a well-formed reply arrived.
  public var isReply: Bool { if case .replied = self { true } else { false } }
}
