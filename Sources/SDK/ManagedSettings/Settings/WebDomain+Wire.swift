// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import ExtensionRuntime

extension WebContentSettings.FilterPolicy {
  init(_ wire: SettingValue.WebFilter) {
    switch wire {
    case .none: self = .none
    case .specific(let domains): self = .specific(Set(filter: domains))
    case .auto(let domains, let except): self = .auto(Set(filter: domains), except: Set(filter: except))
    case .all(let except): self = .all(except: Set(filter: except))
    }
  }

  var wire: SettingValue.WebFilter {
    switch self {
    case .none: .none
    case .specific(let domains): .specific(domains: domains.wireDomains)
    case .auto(let domains, let except): .auto(domains: domains.wireDomains, except: except.wireDomains)
    case .all(let except): .all(except: except.wireDomains)
    }
  }
}

extension WebDomain {
  fileprivate init?(_ wire: SettingValue.FilterDomain) {
    switch wire {
    case .token(let wire):
      guard let token = WebDomainToken(wire) else { return nil }
      self.init(token: token)
    case .domain(let domain): self.init(domain: domain)
    }
  }

  fileprivate var wire: SettingValue.FilterDomain? {
    if let wire = token?.wire { return .token(wire) }
    return domain.map { .domain($0) }
  }
}

extension Set<WebDomain> {
  fileprivate init(filter: [SettingValue.FilterDomain]) { self.init(filter.compactMap(WebDomain.init)) }

  /// The domains in any order: the wire sorts sets, so that the order reveals nothing (T12).
  fileprivate var wireDomains: [SettingValue.FilterDomain] { compactMap(\.wire) }
}
