// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A web domain with its subdomains (M11), named by what the family may know of it (T3).
public struct WebDomain: Hashable, Sendable {
  /// Nil for a domain that was chosen by token, outside sealed processes (T3).
  public let domain: String?
  /// Nil for a domain that was made from its name (T4).
  public let token: WebDomainToken?

  /// A domain for the web filter; no event or report filter can be built from it (T4).
  public init(domain: String) { self.init(domain: domain, token: nil) }

  /// A web domain by its token.
  public init(token: WebDomainToken) { self.init(domain: nil, token: token) }

  /// What the host hands to a sealed kind.
  package init(domain: String?, token: WebDomainToken?) {
    self.domain = domain
    self.token = token
  }
}
