// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionTransport
package import PrivacyBoundary

/// A file that reproduces a leak (`privacy-checker.md`): a header line with the finding, and one line for each of the
/// two smallest worlds that show it.
package struct LeakFile: Hashable, Sendable {
  package var family: String
  package var profile: PrivacyProfile
  package var seed: UInt64
  package var property: Finding.Property
  package var channel: String
  /// Whether the leak was found by statistics over many repetitions.
  package var isTimed: Bool
  package var worlds: WorldPair

  /// A limit well above the few kilobytes of a file with two worlds.
  package static let mostBytes = 1 << 20

  package init(
    family: String, profile: PrivacyProfile, seed: UInt64, property: Finding.Property, channel: String, isTimed: Bool,
    worlds: WorldPair
  ) {
    self.family = family
    self.profile = profile
    self.seed = seed
    self.property = property
    self.channel = channel
    self.isTimed = isTimed
    self.worlds = worlds
  }

  /// - Returns: `nil` for a finding that needs no worlds; the report shows the command that repeats it.
  package init?(_ finding: Finding, of report: PrivacyReport) {
    guard let worlds = finding.worlds, let profile = PrivacyProfile(rawValue: report.profile) else { return nil }
    family = report.family
    self.profile = profile
    seed = report.seed
    property = finding.property
    channel = finding.channel
    isTimed = if case .statistical = finding.evidence { true } else { false }
    self.worlds = worlds
  }

  package var text: String {
    var head = WireObject()
    head["replay"] = 1
    head["family"] = .string(family)
    head["profile"] = .string(profile.rawValue)
    head["seed"] = .string(String(seed))
    head["property"] = .string(property.rawValue)
    head["channel"] = .string(channel)
    head["timed"] = .bool(isTimed)
    head["pair"] = .string(worlds.name)
    head["firstDay"] = .integer(worlds.calendar.firstDay)
    head["days"] = .integer(worlds.calendar.days)
    head["event"] = .string(worlds.calendar.event?.rawValue ?? "none")
    let lines = [.object(head), worlds.left.wire, worlds.right.wire]
    return lines.map { String(decoding: CanonicalWriter.bytes(of: $0), as: UTF8.self) + "\n" }.joined()
  }

  /// - Throws: `LeakFileFault` for a file that this build would not have written.
  package init(bytes: [UInt8]) throws(LeakFileFault) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count == 3 else { throw LeakFileFault("it has \(lines.count) lines instead of three") }
    var values: [LeakMembers] = []
    for (number, line) in lines.enumerated() {
      guard let value = try? JSONCodec(limits: .fromHost).decode(Array(line)), case .object(let object) = value else {
        throw LeakFileFault("line \(number + 1) is not a JSON object")
      }
      values.append(LeakMembers(object, line: number + 1))
    }
    let head = values[0]
    guard try head.integer("replay", 1...1) == 1 else { throw LeakFileFault("line 1 has an unsupported version") }
    family = try head.text("family", atMost: 64)
    profile = try head.choice("profile")
    seed = try head.number("seed")
    property = try head.choice("property")
    channel = try head.text("channel", atMost: 1_024)
    isTimed = try head.flag("timed")
    let name = try head.text("pair", atMost: 32).split(separator: ":")
    guard name.count == 2, let generator = Generator(rawValue: String(name[0])), let index = Int(name[1]), index >= 0
    else { throw LeakFileFault("line 1 does not name a pair of worlds") }
    var calendar = ScriptCalendar(
      firstDay: try head.integer("firstDay", ScriptCalendar.sweep),
      days: try head.integer("days", 1...ScriptCalendar.mostDays))
    if try head.text("event", atMost: 32) != "none" { calendar.event = try head.choice("event") }
    try head.end()
    worlds = WorldPair(
      generator: generator, index: index, left: try World(values[1]), right: try World(values[2]), calendar: calendar)
  }
}

/// The reason why a file can't be replayed.
package struct LeakFileFault: Error, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// The members of one line; each must be read, and none may be left over.
final class LeakMembers {
  private let object: WireObject
  private let line: Int
  private var taken: Set<String> = []

  init(_ object: WireObject, line: Int) {
    self.object = object
    self.line = line
  }

  func value(_ name: String) throws(LeakFileFault) -> WireValue {
    guard let value = object[name] else { throw fault(name) }
    taken.insert(name)
    return value
  }

  func optional(_ name: String) -> WireValue? {
    taken.insert(name)
    return object[name]
  }

  func text(_ name: String, atMost most: Int) throws(LeakFileFault) -> String {
    guard case .string(let text) = try value(name), text.utf8.count <= most else { throw fault(name) }
    return text
  }

  func choice<Choice: RawRepresentable<String>>(_ name: String) throws(LeakFileFault) -> Choice {
    guard let choice = Choice(rawValue: try text(name, atMost: 64)) else { throw fault(name) }
    return choice
  }

  func integer(_ name: String, _ range: ClosedRange<Int64>) throws(LeakFileFault) -> Int64 {
    guard case .integer(let number) = try value(name), range.contains(number) else { throw fault(name) }
    return number
  }

  /// 64-bit numbers are strings, because JSON numbers lose precision.
  func number(_ name: String) throws(LeakFileFault) -> UInt64 {
    guard let number = UInt64(try text(name, atMost: 20)) else { throw fault(name) }
    return number
  }

  func flag(_ name: String) throws(LeakFileFault) -> Bool {
    guard case .bool(let flag) = try value(name) else { throw fault(name) }
    return flag
  }

  func end() throws(LeakFileFault) {
    if let left = object.members.map(\.name).first(where: { !taken.contains($0) }) { throw fault(left) }
  }

  func fault(_ name: String) -> LeakFileFault {
    LeakFileFault("“\(name)” in line \(line) is missing, unknown or invalid")
  }
}
