// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The value of a setting, in the form that its key requires.
public enum SettingValue: Hashable, Sendable {
  case bool(Bool)
  /// A rating from 0 to 1000.
  case rating(Int64)
  case cookiePolicy(CookiePolicy)
  /// Tokens in ascending byte order.
  case tokens([WireToken])
  case blockedApplications([BlockedApplication])
  case categoryPolicy(CategoryPolicy)
  case webFilter(WebFilter)

  public typealias CookiePolicy = ScreenTimeVocabulary.CookiePolicy

  /// An application to hide: by token, or by its bundle identifier, whether or not it is installed (T4).
  public enum BlockedApplication: Hashable, Sendable {
    case token(WireToken)
    case bundleID(String)
  }

  /// An `ActivityCategoryPolicy` on the wire.
  public enum CategoryPolicy: Hashable, Sendable {
    case none
    case specific(categories: [WireToken], except: [WireToken])
    case all(except: [WireToken])
  }

  /// A `WebContentSettings.FilterPolicy` on the wire. A domain is a name or a token that the family holds.
  public enum WebFilter: Hashable, Sendable {
    case none
    case specific(domains: [FilterDomain])
    case auto(domains: [FilterDomain], except: [FilterDomain])
    case all(except: [FilterDomain])
  }

  public enum FilterDomain: Hashable, Sendable {
    case token(WireToken)
    case domain(String)
  }
}

extension SettingValue {
  public var wire: WireValue {
    switch self {
    case .bool(let flag): flag.wire
    case .rating(let rating): rating.wire
    case .cookiePolicy(let policy): policy.wire
    case .tokens(let tokens): tokens.wire
    case .blockedApplications(let applications):
      applications.sorted { $0.sortKey.precedesInUTF8($1.sortKey) }.wire
    case .categoryPolicy(let policy): policy.wire
    case .webFilter(let filter): filter.wire
    }
  }

  /// Decodes the value of `key`. Counts beyond the documented limits decode too, so that the rules can refuse them by
  /// code (`limit.shieldApplications`) and `appleCompatible` can ignore them silently.
  public init(
    wire value: WireValue, for key: SettingKey, at pointer: String, from origin: WireOrigin
  ) throws(WireError) {
    switch key.form {
    case .bool: self = .bool(try Bool(wire: value, at: pointer, from: origin))
    case .rating: self = .rating(try Int64(wire: value, at: pointer, from: origin))
    case .word: self = .cookiePolicy(try CookiePolicy(wire: value, at: pointer, from: origin))
    case .applicationTokens: self = .tokens(try Self.tokens(value, .application, at: pointer, from: origin))
    case .webDomainTokens: self = .tokens(try Self.tokens(value, .webDomain, at: pointer, from: origin))
    case .blockedApplications:
      let list = try [BlockedApplication](wire: value, at: pointer, from: origin, atMost: WireLimits.elementsPerArray)
      self = .blockedApplications(try list.checkedAsSet(at: pointer))
    case .applicationCategoryPolicy:
      self = .categoryPolicy(try CategoryPolicy(wire: value, excepting: .application, at: pointer, from: origin))
    case .webDomainCategoryPolicy:
      self = .categoryPolicy(try CategoryPolicy(wire: value, excepting: .webDomain, at: pointer, from: origin))
    case .webFilter: self = .webFilter(try WebFilter(wire: value, at: pointer, from: origin))
    }
  }

  private static func tokens(
    _ value: WireValue, _ kind: WireToken.Kind, at pointer: String, from origin: WireOrigin
  ) throws(WireError) -> [WireToken] {
    // Read through an object with one member to reuse the checks for token sets.
    var reader = try WireReader(["tokens": value], at: "", from: origin)
    do { return try reader.tokens("tokens", kind, atMost: WireLimits.elementsPerArray) } catch {
      throw WireError(error.kind, at: pointer + error.pointer.dropFirst("/tokens".count), error.reason)
    }
  }
}

extension SettingValue.BlockedApplication: WireConvertible {
  /// The order in which the host sends a set (WIRE-S7): identifiers, then tokens, both ascending.
  fileprivate var sortKey: String {
    switch self {
    case .bundleID(let identifier): "b\(identifier)"
    case .token(let token): "t\(token.text)"
    }
  }

  public var wire: WireValue {
    switch self {
    case .token(let token): ["token": token.wire]
    case .bundleID(let identifier): ["bundleID": identifier.wire]
    }
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    if let token: WireToken = try reader.optional("token") {
      guard token.kind == .application else { throw WireError(at: reader.path("token"), "is a token of another kind") }
      self = .token(token)
    } else {
      self = .bundleID(try reader.name("bundleID"))
    }
    try reader.finish()
  }
}

extension SettingValue.CategoryPolicy {
  public var wire: WireValue {
    switch self {
    case .none: ["policy": "none"]
    case .specific(let categories, let except):
      ["categories": categories.wire, "except": except.wire, "policy": "specific"]
    case .all(let except): ["except": except.wire, "policy": "all"]
    }
  }

  init(
    wire value: WireValue, excepting kind: WireToken.Kind, at pointer: String, from origin: WireOrigin
  ) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    let policy = try reader.required("policy", as: String.self)
    switch policy {
    case "none": self = .none
    case "specific":
      self = .specific(
        categories: try reader.tokens("categories", .category, atMost: WireLimits.elementsPerArray),
        except: try reader.tokens("except", kind, atMost: WireLimits.elementsPerArray))
    case "all": self = .all(except: try reader.tokens("except", kind, atMost: WireLimits.elementsPerArray))
    default: throw WireError(at: reader.path("policy"), "is “\(policy)”; expected none, specific or all")
    }
    try reader.finish()
  }
}

extension SettingValue.WebFilter: WireConvertible {
  public var wire: WireValue {
    switch self {
    case .none: ["policy": "none"]
    case .specific(let domains): ["domains": domains.sortedByBytes.wire, "policy": "specific"]
    case .auto(let domains, let except):
      ["domains": domains.sortedByBytes.wire, "except": except.sortedByBytes.wire, "policy": "auto"]
    case .all(let except): ["except": except.sortedByBytes.wire, "policy": "all"]
    }
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    let policy = try reader.required("policy", as: String.self)
    switch policy {
    case "none": self = .none
    case "specific": self = .specific(domains: try Self.domains("domains", &reader))
    case "auto":
      self = .auto(domains: try Self.domains("domains", &reader), except: try Self.domains("except", &reader))
    case "all": self = .all(except: try Self.domains("except", &reader))
    default: throw WireError(at: reader.path("policy"), "is “\(policy)”; expected none, specific, auto or all")
    }
    try reader.finish()
  }

  private static func domains(
    _ name: String, _ reader: inout WireReader
  ) throws(WireError) -> [SettingValue.FilterDomain] {
    try reader.list(name, of: SettingValue.FilterDomain.self).checkedAsSet(at: reader.path(name))
  }
}

extension [SettingValue.FilterDomain] {
  /// The order in which the host sends a set (WIRE-S7): domains, then tokens, both ascending.
  fileprivate var sortedByBytes: Self { sorted { $0.sortKey.precedesInUTF8($1.sortKey) } }
}

extension SettingValue.FilterDomain {
  fileprivate var sortKey: String {
    switch self {
    case .domain(let domain): "d\(domain)"
    case .token(let token): "t\(token.text)"
    }
  }
}

extension SettingValue.FilterDomain: WireConvertible {
  public var wire: WireValue {
    switch self {
    case .token(let token): ["token": token.wire]
    case .domain(let domain): ["domain": domain.wire]
    }
  }

  public init(wire value: WireValue, at pointer: String, from origin: WireOrigin) throws(WireError) {
    var reader = try WireReader(value, at: pointer, from: origin)
    if let token: WireToken = try reader.optional("token") {
      guard token.kind == .webDomain else { throw WireError(at: reader.path("token"), "is a token of another kind") }
      self = .token(token)
    } else {
      // M11 decides what a domain is. An invalid one is the violation `domain.invalid` there, not a schema error.
      self = .domain(try reader.text("domain", atMost: 2_048))
    }
    try reader.finish()
  }
}
