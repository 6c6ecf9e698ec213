// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Sandboxing

extension Attack {
  /// RE12: every way to take the host's disk by one's container (`sandbox.md#what-an-extension-sees`). Each goes on
  /// until the host ends it, and what is left is within a quarter more than the budget.
  static let disk: [Attack] = [
    Attack("RE12.disk", "fill the disk with files", .contained(isEnded), in: [.confined]),
    Attack("RE12.large", "fill the disk by one call a file in many threads", .contained(isEnded), in: [.confined]),
    Attack("RE12.reserve", "take blocks without writing to them", .refused([EOPNOTSUPP, EPERM]), in: [.confined]),
    Attack("RE12.sparse", "fill the disk through mappings of empty files", .contained(isEnded), in: [.confined]),
    Attack("RE12.copies", "fill the disk with copies of a file", .contained(isEnded), in: [.confined]),
    Attack("RE12.removed", "fill the disk with files that have no name", .contained(isEnded), in: [.confined]),
    Attack("RE12.entries", "make a hundred thousand files", .contained(isEnded), in: [.confined]),
    Attack("RE12.names", "make files of the longest names of any bytes", .contained(isEnded), in: [.confined]),
    Attack("RE12.deep", "nest directories beyond any path", .contained(isEnded), in: [.confined]),
    Attack("RE12.closed", "nest directories that nothing may list", .contained(isNoticed), in: [.confined]),
  ]

  private static let isEnded: @Sendable (Observation) -> String? = { observation in
    if let overflow = observation.containerOverflow { return overflow }
    return observation.endedBecause == nil ? "the host did not end it" : nil
  }

  /// Nothing grows in it, so the next launch is soon enough.
  private static let isNoticed: @Sendable (Observation) -> String? = { observation in
    if let overflow = observation.containerOverflow, overflow != ContainerBudget.Excess.unreadable.description {
      return overflow
    }
    return observation.containerExcess == nil ? "the host did not notice it" : nil
  }
}
