// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

extension UsageSample {
  /// The maximum length of a record with its line feed (LIVE-SMP1).
  package static let maximumLineBytes = 1_024

  /// A day in milliseconds: the maximum length and the coarsest resolution of a record.
  private static let longest: Int64 = 86_400_000

  /// The record as one line without line feed: keys in the order of the table in `live.md`, no blanks. The encoding is
  /// canonical.
  package var line: String {
    var line = "{\"v\":1"
    func add(_ key: String, _ text: String) { line += ",\"\(key)\":\(Self.quoted(text))" }
    func add(_ key: String, _ number: Int64) { line += ",\"\(key)\":\(number)" }
    add("source", source.rawValue)
    add("stream", stream)
    add("kind", kind)
    switch claim {
    case .app(let id): add("id", id)
    case .web(let host, let via):
      add("id", host)
      if let via { add("via", via) }
    case .none, .active, .idle, .lock, .off, .gap: break
    }
    add("start", start.milliseconds)
    add("end", end.milliseconds)
    add("resolution", resolution)
    if let boot {
      add("boot", boot.id)
      add("up", boot.up)
    }
    switch claim {
    case .off(let why): add("why", why.rawValue)
    case .gap(let track, let why):
      add("why", why.rawValue)
      add("of", track.rawValue)
    case .app, .none, .web, .active, .idle, .lock: break
    }
    return line + "}"
  }

  private var kind: String {
    switch claim {
    case .app: "app"
    case .none: "none"
    case .web: "web"
    case .active: "active"
    case .idle: "idle"
    case .lock: "lock"
    case .off: "off"
    case .gap: "gap"
    }
  }

  /// Parses one line without its line feed.
  ///
  /// - Throws: `UsageSampleError`, whose name is the rule that the record violates.
  package init(line: some Collection<UInt8>) throws(UsageSampleError) {
    guard line.count < Self.maximumLineBytes else {
      throw UsageSampleError(
        .lineTooLong, "the line has \(line.count) bytes; with its line feed \(Self.maximumLineBytes) are allowed")
    }
    var scanner = SampleLineScanner(line)
    var reader = SampleMembers(try scanner.members())
    let version = try reader.integer("v")
    guard version == 1 else { throw UsageSampleError(.unknownVersion, "“v” is \(version); this host reads version 1") }
    source = try reader.word("source")
    stream = try reader.text("stream")
    guard Identifier.isStream(stream) else {
      throw UsageSampleError(.badStream, "“stream” is not 1–64 characters of a-z0-9/._-")
    }
    claim = try Self.claim(&reader)
    start = try reader.time("start")
    end = try reader.time("end")
    resolution = try reader.integer("resolution")
    boot = try Self.boot(&reader, source: source)
    try reader.finish()
    guard start <= end else {
      throw UsageSampleError(
        .endsBeforeStart, "the record ends \(start.milliseconds(since: end)) ms before it starts, a negative duration")
    }
    guard milliseconds <= Self.longest else { throw UsageSampleError(.tooLong, "the record is longer than 24 hours") }
    guard (1...Self.longest).contains(resolution) else {
      throw UsageSampleError(.badResolution, "“resolution” is \(resolution); it may be from 1 to \(Self.longest)")
    }
  }

  private static func claim(_ reader: inout SampleMembers) throws(UsageSampleError) -> Claim {
    let kind = try reader.text("kind")
    switch kind {
    case "app": return .app(try reader.identifier("id", where: Identifier.isApplication))
    case "none": return .none
    case "web":
      let host = try reader.identifier("id", where: DomainName.isValid)
      let via = try reader.has("via") ? reader.identifier("via", where: Identifier.isApplication) : nil
      return .web(host: host, via: via)
    case "active": return .active
    case "idle": return .idle
    case "lock": return .lock
    case "off": return .off(try reader.word("why"))
    case "gap":
      let why: GapReason = try reader.word("why")
      return .gap(try reader.word("of"), why)
    default: throw UsageSampleError(.unknownWord, "“kind” is “\(kind.prefix(24))”, which is not a kind of record")
    }
  }

  private static func boot(_ reader: inout SampleMembers, source: Source) throws(UsageSampleError) -> Boot? {
    guard source.isLive else { return nil }
    let boot = Boot(id: try reader.text("boot"), up: try reader.integer("up"))
    // Compare bytes, since `Character` also accepts full-width hexadecimal digits.
    guard boot.id.utf8.count == 8,
      boot.id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      (0...SampleMembers.latestTime).contains(boot.up)
    else {
      throw UsageSampleError(.badBoot, "“boot” is not 8 lower-case hexadecimal digits, or “up” is out of range")
    }
    return boot
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }) else { return "\"\(text)\"" }
    // Escape by scalars, since a backslash and a following combining mark form one character.
    return "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
  }
}
