// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Sandboxing

extension Attack {
  /// RE12: all known ways to exhaust the host's disk through the container (`sandbox.md#what-an-extension-sees`). Each
  /// runs until the host ends it, and must leave no more than 125 % of the budget.
  static let disk: [Attack] = [
    Attack("RE12.disk", "fill the disk with files", .contained(isEnded), in: [.confined]),
    Attack("RE12.large", "fill the disk with one call per file in many threads", .contained(isEnded), in: [.confined]),
    Attack("RE12.reserve", "allocate blocks without writing to them", .refused([EOPNOTSUPP, EPERM]), in: [.confined]),
    Attack("RE12.sparse", "fill the disk through mappings of empty files", .contained(isEnded), in: [.confined]),
    Attack("RE12.copies", "fill the disk with copies of a file", .contained(isEnded), in: [.confined]),
    Attack("RE12.removed", "fill the disk with unlinked files", .contained(isEnded), in: [.confined]),
    Attack("RE12.entries", "create a hundred thousand files", .contained(isEnded), in: [.confined]),
    Attack("RE12.names", "create files with the longest names of any bytes", .contained(isEnded), in: [.confined]),
    Attack("RE12.deep", "nest directories beyond the longest path", .contained(isEnded), in: [.confined]),
    Attack("RE12.closed", "nest directories that can't be listed", .contained(isNoticed), in: [.confined]),
  ]

  private static let isEnded: @Sendable (Observation) -> String? = { observation in
    if let overflow = observation.containerOverflow { return overflow }
    return observation.endedBecause == nil ? "the host did not end it" : nil
  }

  /// The directories don't grow, so it is enough to notice them before the next launch.
  private static let isNoticed: @Sendable (Observation) -> String? = { observation in
    if let overflow = observation.containerOverflow, overflow != ContainerBudget.Excess.unreadable.description {
      return overflow
    }
    return observation.containerExcess == nil ? "the host did not notice it" : nil
  }
}
