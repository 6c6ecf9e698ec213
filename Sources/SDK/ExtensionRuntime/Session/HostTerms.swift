// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// The terms that `hello` established for the lifetime of this process.
package struct HostTerms: Sendable {
  package let point: ExtensionPoint
  package let behaviour: Behaviour
  package let limits: HelloLimits
  /// The capabilities requested by the manifest and granted by the operator.
  package let capabilities: [Capability]
  /// The features offered by the host and confirmed.
  package let features: [Feature]
  /// The extension's ID, `<family>.<name>`.
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
