// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A web domain and its subdomains, with the properties that the family may know.
public struct WebDomain: Hashable, Sendable {
  /// The domain; `nil` outside sealed processes if it was chosen by token.
  public let domain: String?
  /// The token, or `nil` if the domain was created from its name.
  public let token: WebDomainToken?

  /// Creates a domain for the web filter. It can't be used in an event or a report filter.
  public init(domain: String) { self.init(domain: domain, token: nil) }

  /// Creates a web domain from its token.
  public init(token: WebDomainToken) { self.init(domain: nil, token: token) }

  /// Creates the domain that a sealed extension receives.
  package init(domain: String?, token: WebDomainToken?) {
    self.domain = domain
    self.token = token
  }
}
