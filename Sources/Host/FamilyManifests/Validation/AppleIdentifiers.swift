// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol

/// Apple's identifiers of the points, for code that reads an `Info.plist`.
package enum AppleIdentifiers {
  package static let points: [String: ExtensionPoint] = Dictionary(
    AppleIdentifier.all.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
}
