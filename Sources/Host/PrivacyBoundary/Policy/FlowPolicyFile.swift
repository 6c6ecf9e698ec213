// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol

/// The format of `flow-policy.json`, kept short so that each change is one readable line.
///
/// A row has `"to": "everyone"` or `"to": ["app", "widget"]` with common properties beside it, or an object with
/// properties for each point. `"release": 1` refers to the table of releases.
struct FlowPolicyFile: Decodable {
  var policy: Int
  /// Names for lists of points.
  var audiences: [String: [String]]
  var releases: [ReleaseRow]
  var never: [Withheld]
  var kinds: [LedgerKindRow]
  var effects: [EffectRow]
  var fields: [Row]

  struct ReleaseRow: Decodable {
    var dc: Int
    var what: String
    var who: String
    var `where`: String
    var when: String
    var bits: String
    var points: Audience
    var profiles: [PrivacyProfile]?
    var consent: String
    var open: String?
    var tight: String?
    var widened: Int?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case dc, what, who, `where`, when, bits, points, profiles, consent, open, tight, widened
    }
  }

  struct EffectRow: Decodable {
    var effect: String
    var capability: String
    var from: Audience
  }

  struct Row: Decodable {
    var field: String
    var label: FlowRow.Label
    var type: String?
    var to: Destinations
    var `as`: String?
    var when: String?
    var time: String?
    var after: String?
    var profile: String?
    var release: Int?
    var ledger: Sentences?
    var why: String
    var tests: [String]
    var widened: Int?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case field, label, type, to, `as`, when, time, after, profile, release, ledger, why, tests, widened
    }
  }

  /// One name, of a point or of a list of points, or several points.
  enum Audience: Decodable {
    case named(String)
    case points([String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let name = try? container.decode(String.self) {
        self = .named(name)
      } else {
        self = .points(try container.decode([String].self))
      }
    }
  }

  enum Destinations: Decodable {
    case alike(Audience)
    case each([String: Destination])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let each = try? container.decode([String: Destination].self) {
        self = .each(each)
      } else {
        self = .alike(try container.decode(Audience.self))
      }
    }
  }

  struct Destination: Decodable {
    var `as`: String?
    var when: String?
    var time: String?
    var after: String?
    var profile: String?
    var widened: Int?

    enum CodingKeys: String, CodingKey, CaseIterable { case `as`, when, time, after, profile, widened }
  }

  /// One sentence for all points, or one for each.
  enum Sentences: Decodable {
    case one(String)
    case each([String: String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let sentence = try? container.decode(String.self) {
        self = .one(sentence)
      } else {
        self = .each(try container.decode([String: String].self))
      }
    }
  }
}

// MARK: - From the file to the policy

extension FlowPolicyFile {
  func points(of audience: Audience, in place: String) throws -> [ExtensionPoint] {
    let names =
      switch audience {
      case .named(let name): audiences[name] ?? [name]
      case .points(let points): points
      }
    return try names.map { name in
      guard let point = ExtensionPoint(rawValue: name) else {
        throw FlowPolicyFault("The flow policy's row “\(place)” names “\(name)”, which is not a point.")
      }
      return point
    }
  }

  func release(_ row: ReleaseRow) throws -> FlowRelease {
    FlowRelease(
      dc: row.dc, what: row.what, who: row.who, where: row.where, when: row.when, bits: row.bits,
      points: try points(of: row.points, in: "DC\(row.dc)"), profiles: row.profiles ?? PrivacyProfile.allCases,
      consent: row.consent, consentWhenOpen: row.open, consentWhenTight: row.tight,
      widened: try widening(row.widened, in: "DC\(row.dc)"))
  }

  /// The number of the policy that widened something, which can't be later than this one.
  private func widening(_ number: Int?, in place: String) throws -> Int {
    guard let number else { return 1 }
    guard (1...max(1, policy)).contains(number) else {
      throw FlowPolicyFault(
        "The flow policy's row “\(place)” was widened by policy \(number), but this is policy \(policy).")
    }
    return number
  }

  func row(_ row: Row, releases: [Int: FlowRelease]) throws -> FlowRow {
    var release: FlowRelease?
    if let number = row.release {
      guard let known = releases[number] else {
        throw FlowPolicyFault("The flow policy's row “\(row.field)” releases DC\(number), which the file doesn't list.")
      }
      release = known
    }
    // A widening of the release widens the row too.
    let widened = max(try widening(row.widened, in: row.field), release?.widened ?? 1)
    var to: [String: FlowRow.Destination] = [:]
    switch row.to {
    case .alike(let audience):
      for point in try points(of: audience, in: row.field) {
        to[point.rawValue] = FlowRow.Destination(
          as: row.as ?? "raw", when: row.when, time: row.time, after: row.after, profile: row.profile,
          widened: widened)
      }
    case .each(let each):
      for (point, own) in each {
        to[point] = FlowRow.Destination(
          as: own.as ?? row.as ?? "raw", when: own.when ?? row.when, time: own.time ?? row.time,
          after: own.after ?? row.after, profile: own.profile ?? row.profile,
          widened: max(try widening(own.widened, in: row.field), widened))
      }
    }
    var ledger: [String: String] = [:]
    switch row.ledger {
    case .one(let sentence): for point in to.keys { ledger[point] = sentence }
    case .each(let each): ledger = each
    case nil: break
    }
    let isSealed = to.keys.allSatisfy { ExtensionPoint(rawValue: $0)?.isSealed == true }
    return FlowRow(
      field: row.field, label: row.label, type: row.type, to: to, egress: isSealed ? ["surface"] : ["family"],
      release: release, ledger: ledger, why: row.why, tests: row.tests)
  }
}
