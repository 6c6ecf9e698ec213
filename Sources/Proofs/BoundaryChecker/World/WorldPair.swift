// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Two worlds whose declared outputs are equal: whatever tells them apart has leaked.
package struct WorldPair: Hashable, Sendable {
  package var generator: Generator
  package var index: Int
  package var left: World
  package var right: World

  /// `G1:17`, which with the seed makes the same pair again.
  package var name: String { "\(generator.rawValue):\(index)" }
  /// The left world twice.
  var withLeftOnly: WorldPair { WorldPair(generator: generator, index: index, left: left, right: left) }
  package var differences: [SecretField] { left.differences(from: right) }
}
