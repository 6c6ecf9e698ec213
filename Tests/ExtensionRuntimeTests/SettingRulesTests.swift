// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import SDKTestSupport
import Testing

@testable import ExtensionRuntime

/// The values of settings: limits of lists, tokens that are no longer valid, ratings and host names.
@Suite struct SettingRulesTests {
  private static func token(_ number: Int, _ kind: UInt8) -> WireToken {
    let bytes: [UInt8] = [1, kind, 0, 1] + Array(repeating: 0, count: 18) + [UInt8(number >> 8), UInt8(number & 0xFF)]
    let text = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    guard let token = WireToken(text) else { preconditionFailure("the bytes above make a token") }
    return token
  }

  /// A setting that contains the given tokens in one of its lists, and the code for too many of them.
  struct Form: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var key: SettingKey
    var kind: UInt8
    var code: EffectViolation.Code
    var make: @Sendable ([WireToken]) -> SettingValue

    init(
      _ name: String, _ key: SettingKey, _ kind: UInt8, _ code: EffectViolation.Code,
      _ make: @escaping @Sendable ([WireToken]) -> SettingValue
    ) {
      (testDescription, self.key, self.kind, self.code, self.make) = (name, key, kind, code, make)
    }
  }

  static let forms: [Form] = [
    Form("applications", .shieldApplications, 1, .shieldApplications) { .tokens($0) },
    Form("domains", .shieldWebDomains, 2, .shieldWebDomains) { .tokens($0) },
    Form("blocked", .blockedApplications, 1, .blockedApplications) {
      .blockedApplications($0.map { .token($0) })
    },
    Form("categories", .shieldApplicationCategories, 3, .shieldCategories) {
      .categoryPolicy(.specific(categories: $0, except: [token(900, 1)]))
    },
    Form("exceptions of categories", .shieldApplicationCategories, 1, .shieldExceptions) {
      .categoryPolicy(.specific(categories: [token(901, 3)], except: $0))
    },
    Form("exceptions of all", .shieldWebDomainCategories, 2, .shieldExceptions) { .categoryPolicy(.all(except: $0)) },
    Form("filter", .blockedByFilter, 2, .filterDomains) { .webFilter(.specific(domains: $0.map { .token($0) })) },
    Form("automatic filter", .blockedByFilter, 2, .filterDomains) {
      .webFilter(.auto(domains: $0.map { .token($0) }, except: [.domain("a.org")]))
    },
    Form("exceptions of the automatic filter", .blockedByFilter, 2, .filterExceptions) {
      .webFilter(.auto(domains: [.domain("a.org")], except: $0.map { .token($0) }))
    },
    Form("exceptions of the filter", .blockedByFilter, 2, .filterExceptions) {
      .webFilter(.all(except: $0.map { .token($0) }))
    },
  ]

  private func rules(_ key: SettingKey, void: [TokenStatus] = [], maximum: Int = 50) -> SettingRules {
    SettingRules(
      key: key, snapshot: Snapshot(environment: CallbackHarness.environment, tokens: void), maximum: maximum)
  }

  private func verdict(
    _ value: SettingValue, _ rules: SettingRules
  ) throws -> (accepted: SettingValue?, violation: EffectViolation?, silently: SettingValue?) {
    switch try rules.check(value) {
    case .accepted(let value): (value, nil, nil)
    case .breach(let violation, .drop): (nil, violation, nil)
    case .breach(let violation, .replace(let other)): (nil, violation, other)
    }
  }

  @Test(arguments: forms)
  func `each list holds as many entries as the host allows (§4)`(_ form: Form) throws {
    for maximum in [1, 50] {
      let tokens = (0...maximum).map { Self.token($0, form.kind) }
      let full = form.make(Array(tokens.dropLast()))
      #expect(try verdict(full, rules(form.key, maximum: maximum)).accepted == full)
      let (_, violation, silently) = try verdict(form.make(tokens), rules(form.key, maximum: maximum))
      #expect(violation?.code == form.code)
      #expect(violation?.limit == maximum)
      #expect(violation?.actual == maximum + 1)
      #expect(silently == nil, "dropped silently")
    }
  }

  @Test(arguments: forms, [TokenStatus.Status.revoked, .unknown, .rotated])
  func `a token that is no longer valid is a violation, and is left out silently (T5)`(
    _ form: Form, _ status: TokenStatus.Status
  ) throws {
    let tokens = (1...3).map { Self.token($0, form.kind) }
    let void = [TokenStatus(token: tokens[1], status: status), TokenStatus(token: Self.token(77, 1), status: .revoked)]
    let (accepted, violation, silently) = try verdict(form.make(tokens), rules(form.key, void: void))
    if status == .rotated {
      #expect(accepted == form.make(tokens))
    } else {
      #expect(violation?.code == .tokenUnknown)
      #expect(silently == form.make([tokens[0], tokens[2]]))
    }
    let valid = form.make([tokens[0], tokens[2]])
    #expect(try verdict(valid, rules(form.key, void: void)).accepted == valid)
  }

  @Test func `bundle identifiers stay when a token beside them is void (T5)`() throws {
    let void = [TokenStatus(token: Self.token(1, 1), status: .revoked)]
    let value = SettingValue.blockedApplications([.bundleID("a"), .token(Self.token(1, 1)), .bundleID("b")])
    let (_, violation, silently) = try verdict(value, rules(.blockedApplications, void: void))
    #expect(violation?.code == .tokenUnknown)
    #expect(silently == .blockedApplications([.bundleID("a"), .bundleID("b")]))
  }

  @Test(arguments: [(-1, 0), (0, nil), (600, nil), (1_000, nil), (1_001, 1_000), (.max, 1_000), (.min, 0)])
  func `a rating is 0…1000, and is clamped silently (M12)`(_ rating: Int64, _ clamped: Int64?) throws {
    let (accepted, violation, silently) = try verdict(.rating(rating), rules(.maximumRating))
    #expect(accepted == (clamped == nil ? .rating(rating) : nil))
    #expect(violation?.code == clamped.map { _ in .ratingOutOfRange })
    #expect(violation?.limit == clamped.map { _ in 1_000 })
    #expect(violation?.actual == clamped.map { _ in Int(rating) })
    #expect(silently == clamped.map { .rating($0) })
  }

  @Test func `values without a list are accepted as they are`() throws {
    for value in [
      SettingValue.bool(false), .cookiePolicy(.never), .categoryPolicy(.none), .webFilter(.none), .tokens([]),
    ] {
      #expect(try verdict(value, rules(.denySiri)).accepted == value)
    }
  }

  // MARK: Domains

  private static let label63 = String(repeating: "a", count: 63)

  @Test(arguments: [
    ("a", "a"), ("a.org", "a.org"), ("News.EXAMPLE", "news.example"), ("localhost", "localhost"), ("1.a", "1.a"),
    ("a1.b2", "a1.b2"),
    ("a-b.c", "a-b.c"), ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("bücher.example", "bücher.example"),
    ("हिन्दी.भारत", "हिन्दी.भारत"), ("1a.2b", "1a.2b"), ("", nil), (".", nil), ("a..b", nil), (".a", nil), ("a.", nil),
    ("-a.b", nil), ("a-.b", nil), ("a.-b", nil), ("-", nil), ("a.b-", nil), ("a.1", nil), ("192.0.2.1", nil),
    ("1", nil),
    ("a_b.c", nil), ("*.a", nil), ("a b", nil), ("a:80", nil), ("a/b", nil), ("http://a", nil), ("[::1]", nil),
    ("a.b\u{0}", nil), ("a+b.c", nil), ("a½.b", nil), ("٣.example", "٣.example"),
  ])
  func `a domain is a bare host name in lower case (M11)`(_ text: String, _ expected: String?) {
    #expect(SettingRules.hostName(text) == expected)
  }

  @Test func `a host name has at most 255 bytes (M11)`() {
    let name = Array(repeating: Self.label63, count: 4).joined(separator: ".")
    #expect(name.utf8.count == 255)
    #expect(SettingRules.hostName(name) == name)
    #expect(SettingRules.hostName("b" + name) == nil)
  }

  @Test func `a domain that isn't a host name is left out silently, in any list (M11)`() throws {
    let (good, bad) = (SettingValue.FilterDomain.domain("good.org"), SettingValue.FilterDomain.domain("*.bad"))
    let filters: [([SettingValue.FilterDomain]) -> SettingValue.WebFilter] = [
      { .specific(domains: $0) }, { .auto(domains: $0, except: []) }, { .auto(domains: [good], except: $0) },
      { .all(except: $0) },
    ]
    for filter in filters {
      let (_, violation, silently) = try verdict(.webFilter(filter([bad, good])), rules(.blockedByFilter))
      #expect(violation?.code == .domainInvalid)
      #expect(silently == .webFilter(filter([good])))
      let capital = SettingValue.webFilter(filter([.domain("GOOD.org")]))
      #expect(try verdict(capital, rules(.blockedByFilter)).accepted == .webFilter(filter([good])))
    }
    // The first violation counts: too many entries drop the whole setting.
    let many = SettingValue.webFilter(.specific(domains: [bad] + Array(repeating: good, count: 2)))
    let (_, violation, silently) = try verdict(many, rules(.blockedByFilter, maximum: 2))
    #expect(violation?.code == .filterDomains)
    #expect(silently == nil)
  }
}
