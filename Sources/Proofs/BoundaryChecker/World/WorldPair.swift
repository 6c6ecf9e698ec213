// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// Two worlds with equal declared outputs: any other difference is a leak.
package struct WorldPair: Hashable, Sendable {
  package var generator: Generator
  package var index: Int
  package var left: World
  package var right: World
  /// The dates and acts of both worlds.
  package var calendar: ScriptCalendar

  package init(
    generator: Generator, index: Int, left: World, right: World, calendar: ScriptCalendar = .base
  ) {
    self.generator = generator
    self.index = index
    self.left = left
    self.right = right
    self.calendar = calendar
  }

  /// The name, such as `G1:17`; with the seed it recreates the pair.
  package var name: String { "\(generator.rawValue):\(index)" }
  /// A pair of the left world with itself.
  var withLeftOnly: WorldPair {
    WorldPair(generator: generator, index: index, left: left, right: left, calendar: calendar)
  }
  package var differences: [SecretField] { left.differences(from: right) }
}
