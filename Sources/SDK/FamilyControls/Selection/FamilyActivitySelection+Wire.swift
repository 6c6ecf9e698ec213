// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
internal import ManagedSettings

extension FamilyActivitySelection {
  /// Creates a selection from the reply of the host's picker.
  package init(_ wire: Selection) {
    self.init(includeEntireCategory: wire.includeEntireCategory)
    applicationTokens = Set(wire.applications)
    categoryTokens = Set(wire.categories)
    webDomainTokens = Set(wire.webDomains)
  }

  package var wire: Selection {
    Selection(
      applications: applicationTokens.wireTokens(), categories: categoryTokens.wireTokens(),
      webDomains: webDomainTokens.wireTokens(), includeEntireCategory: includeEntireCategory)
  }
}
