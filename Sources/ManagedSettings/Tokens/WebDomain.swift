// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A web domain with its subdomains (M11), named by what the family may know of it (T3).
public struct WebDomain: Hashable, Sendable {
  public let domain: String?
  public let token: WebDomainToken?

  /// A domain for the web filter; no event or report filter can be built from it (T4).
  public init(domain: String) { self.init(domain: domain, token: nil) }

  public init(token: WebDomainToken) { self.init(domain: nil, token: token) }

  /// What the host hands to a sealed kind.
  package init(domain: String?, token: WebDomainToken?) {
    self.domain = domain
    self.token = token
  }
}
