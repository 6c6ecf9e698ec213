// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// What `hello` settled for the life of this process.
package struct HostTerms: Sendable {
  package let point: ExtensionPoint
  package let behaviour: Behaviour
  package let limits: HelloLimits
  /// What the operator granted of what the manifest asks for.
  package let capabilities: [Capability]
  /// Offered and confirmed.
  package let features: [Feature]
  /// `<family>.<name>`.
  package let extensionName: String
  package let family: String

  package init(_ hello: HelloParams) {
    point = hello.point
    behaviour = hello.behaviour
    limits = hello.limits
    capabilities = hello.capabilities
    features = Feature.allCases.filter(hello.features.contains)
    extensionName = hello.extension
    family = String(hello.extension.prefix { $0 != "." })
  }
}
