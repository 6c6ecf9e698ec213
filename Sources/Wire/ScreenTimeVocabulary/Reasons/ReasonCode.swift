// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason for an event: the outcome of a delivery or attempt, a process event, or a change on the device.
///
/// The host switches over the case. The store, the recordings and `explain` hold the raw value; text that this version
/// does not recognize is kept unchanged.
public enum ReasonCode: Hashable, Sendable {
  case delivery(Delivery)
  case attempt(Attempt)
  case process(Process)
  case device(Device)
  case source(Source)
  case notification(Notification)
  case widget(Widget)
  /// An error of the wire that has no name in this version.
  case error(number: Int64)
  /// The launcher failed at this step.
  case launch(stage: String)
  /// This machine lacks a protection that the policy requires.
  case confinement(missing: String)
  case unresponsive(verdict: String)
  /// A rule of the wire protocol, by the row of its table.
  case violation(row: String)
  case killed(Limit)
  case crash(signal: String)
  case exit(status: Int32)
  case stop(reason: String)
  /// The reason in a journal entry about one attempt.
  indirect case ofAttempt(ReasonCode)
  /// A code of a later version.
  case unknown(String)

  /// The limit at which a process was killed.
  public enum Limit: Hashable, Sendable {
    case cpu, memory, output
    /// The container's budget, which the host enforces itself.
    case container
    case other(String)
  }
}

// MARK: - The raw form

extension ReasonCode: RawRepresentable, CustomStringConvertible {
  /// Never fails: text that is not a code of this version becomes ``unknown(_:)``.
  public init(rawValue: String) {
    self = Self.word(rawValue) ?? Self.variable(rawValue) ?? .unknown(rawValue)
  }

  public var rawValue: String {
    switch self {
    case .delivery(let word): word.rawValue
    case .attempt(let word): word.rawValue
    case .process(let word): word.rawValue
    case .device(let word): word.rawValue
    case .source(let word): word.rawValue
    case .notification(let word): word.rawValue
    case .widget(let word): word.rawValue
    case .error(let number): "error.\(number)"
    case .launch(let stage): "launch.\(stage)"
    case .confinement(let missing): "confinement.\(missing)"
    case .unresponsive(let verdict): "unresponsive.\(verdict)"
    case .violation(let row): "violation.\(row)"
    case .killed(let limit): "killed.\(limit.rawValue)"
    case .crash(let signal): "crash.\(signal)"
    case .exit(let status): "exit.\(status)"
    case .stop(let reason): "stop.\(reason)"
    case .ofAttempt(let reason): "attempt.\(reason.rawValue)"
    case .unknown(let text): text
    }
  }

  public var description: String { rawValue }

  /// A code without a variable part.
  private static func word(_ text: String) -> ReasonCode? {
    if let word = Delivery(rawValue: text) { return .delivery(word) }
    if let word = Attempt(rawValue: text) { return .attempt(word) }
    if let word = Process(rawValue: text) { return .process(word) }
    if let word = Device(rawValue: text) { return .device(word) }
    if let word = Source(rawValue: text) { return .source(word) }
    if let word = Widget(rawValue: text) { return .widget(word) }
    return Notification(rawValue: text).map { .notification($0) }
  }

  /// Parses a code whose first word determines how to read the rest.
  private static func variable(_ text: String) -> ReasonCode? {
    guard let dot = text.firstIndex(of: "."), text.index(after: dot) < text.endIndex else { return nil }
    let rest = String(text[text.index(after: dot)...])
    switch text[..<dot] {
    case "error": return number(rest).map { .error(number: $0) }
    case "launch": return .launch(stage: rest)
    case "confinement": return .confinement(missing: rest)
    case "unresponsive": return .unresponsive(verdict: rest)
    case "violation": return .violation(row: rest)
    case "killed": return .killed(Limit(rawValue: rest))
    case "crash": return .crash(signal: rest)
    case "exit": return number(rest).map { .exit(status: $0) }
    case "stop": return .stop(reason: rest)
    // Parse one level only: attempts do not nest, so input cannot cause unbounded recursion.
    case "attempt":
      let reason = word(rest) ?? (rest.utf8.starts(with: "attempt.".utf8) ? nil : variable(rest))
      return .ofAttempt(reason ?? .unknown(rest))
    default: return nil
    }
  }

  /// Parses a number that is written in its canonical form.
  private static func number<Number: FixedWidthInteger & LosslessStringConvertible>(_ text: String) -> Number? {
    Number(text).flatMap { String($0) == text ? $0 : nil }
  }
}

extension ReasonCode.Limit: RawRepresentable {
  public init(rawValue: String) {
    switch rawValue {
    case "cpu": self = .cpu
    case "memory": self = .memory
    case "output": self = .output
    case "container": self = .container
    default: self = .other(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .cpu: "cpu"
    case .memory: "memory"
    case .output: "output"
    case .container: "container"
    case .other(let name): name
    }
  }
}

extension ReasonCode: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    try single.encode(rawValue)
  }
}
