// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The record of one run: all crossings, and the container.
struct RunRecord: Sendable {
  let family: String
  let crossings: [Crossing]
  let names: TokenNames
  let container: [String]
  /// The same without the order of tokens in files.
  let unorderedContainer: [String]
  /// The host's refusals of replies with their reasons, which only the person sees.
  let refusals: [String]

  /// The data that the family itself received and sent, in order, with tokens renamed. Surfaces, sealed points and
  /// other families are excluded: the family can't see them.
  var familyTrace: [TraceLine] {
    crossings.compactMap { crossing -> TraceLine? in
      guard crossing.program.hasPrefix(family + "."), !crossing.point.isSealed else { return nil }
      switch crossing.event {
      case .launched: return TraceLine(point: crossing.point, kind: .launch, value: .null)
      case .toProgram(let value):
        return TraceLine(point: crossing.point, kind: .request, value: names.renamed(value))
      case .fromProgram(let value):
        return TraceLine(point: crossing.point, kind: .reply, value: names.renamed(Self.withoutWindow(value)))
      case .garbled(let bytes):
        return TraceLine(
          point: crossing.point, kind: .reply, value: .string(String(decoding: bytes.prefix(200), as: UTF8.self)))
      case .placed, .notLaunched, .ended, .judged, .answered: return nil
      }
    }
  }

  /// Removes the content of an app's window, which only the person sees. That a window is shown, and when, is compared.
  private static func withoutWindow(_ value: WireValue) -> WireValue {
    guard case .object(var line) = value, line["method"] == "presentWindow", case .object(var params)? = line["params"]
    else { return value }
    params["view"] = nil
    line["params"] = .object(params)
    return .object(line)
  }

  /// The lines before the seal, which must be equal in every world. Duplicates are removed, because only the person
  /// sees how often a process was started (PRIV-SE6).
  var sealedTrace: [TraceLine] {
    var seen: Set<TraceLine> = []
    return crossings.compactMap { crossing -> TraceLine? in
      guard crossing.program.hasPrefix(family + "."), crossing.point.isSealed,
        case .toProgram(let value) = crossing.event, case .object(let line) = value, line["method"] == "hello"
      else { return nil }
      let hello = TraceLine(point: crossing.point, kind: .request, value: names.renamed(value))
      return seen.insert(hello).inserted ? hello : nil
    }.sorted { $0.point.rawValue < $1.point.rawValue }
  }

  /// The outcome of each sealed process of the days, in order of their starts.
  var sealedOutcomes: [(point: ExtensionPoint, traits: SealedOutcome.Traits)] {
    var outcomes: [(point: ExtensionPoint, traits: SealedOutcome.Traits)] = []
    for point in ExtensionPoint.allCases where point.isSealed {
      var own: [Crossing] = []
      func finish() {
        let outcome = SealedOutcome(own, at: point)
        // A process that was started ahead and got no request has shown nothing.
        if outcome.wasAsked { outcomes.append((point, outcome.traits)) }
        own = []
      }
      for crossing in crossings where crossing.point == point && crossing.program.hasPrefix(family + ".") {
        if case .launched = crossing.event { finish() }
        own.append(crossing)
      }
      finish()
    }
    return outcomes
  }

  /// How the family's unsealed processes ended, as a suffix for the report.
  var endings: String {
    let all = crossings.compactMap { crossing -> String? in
      guard case .ended(let ending) = crossing.event, crossing.program.hasPrefix(family + "."), !crossing.point.isSealed
      else { return nil }
      return "\(crossing.point.rawValue) \(ending.ownExit.map { "\($0)" } ?? "ended by the host")"
    }
    return " (\(all.isEmpty ? "no process ended" : all.joined(separator: ", ")))"
  }

  /// The number of answered callbacks of a point.
  func repliesCount(at point: ExtensionPoint) -> Int {
    crossings.count { crossing in
      guard crossing.point == point, crossing.program.hasPrefix(family + "."),
        case .fromProgram(.object(let line)) = crossing.event
      else { return false }
      return line["result"] != nil
    }
  }
}

/// One line of a family's trace.
struct TraceLine: Hashable, Sendable {
  enum Kind: String, Sendable {
    case launch, request, reply
  }

  var point: ExtensionPoint
  var kind: Kind
  var value: WireValue

  /// The kind of the line, for the channel's name.
  var title: String {
    guard case .object(let line) = value else { return kind.rawValue }
    if case .object(let params)? = line["params"], case .string(let callback)? = params["callback"] { return callback }
    if case .string(let method)? = line["method"] { return method }
    return line["error"] != nil ? "error" : kind == .reply ? "reply" : "answer"
  }
}

extension TraceLine {
  /// The suffix of a place where the same elements are in a different order.
  static let order = " (order)"

  /// The first place where two values differ, as a JSON pointer.
  static func difference(_ left: WireValue, _ right: WireValue, at pointer: String = "") -> String? {
    if left == right { return nil }
    switch (left, right) {
    case (.object(let one), .object(let other)):
      for member in one.members {
        guard let value = other[member.name] else { return "\(pointer)/\(member.name)" }
        if let place = difference(member.value, value, at: "\(pointer)/\(member.name)") { return place }
      }
      return other.members.first { one[$0.name] == nil }.map { "\(pointer)/\($0.name)" } ?? pointer
    case (.array(let one), .array(let other)):
      // The same elements in a different order are a separate kind of finding.
      if one.count == other.count, one.count > 1,
        one.map(WireText.canonical).sorted() == other.map(WireText.canonical).sorted()
      {
        return pointer + order
      }
      for (index, pair) in zip(one, other).enumerated() {
        if let place = difference(pair.0, pair.1, at: "\(pointer)/\(index)") { return place }
      }
      return one.count == other.count ? pointer : "\(pointer) (count)"
    default: return pointer
    }
  }
}
