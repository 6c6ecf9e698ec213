// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The addresses with which the one allowed exec of a launch must be called.
///
/// The launcher chooses them at random and writes them into the installed filter. The exec destroys the address space
/// to which they belong, so the program that runs afterwards would have to guess about 134 bits (`CSandbox/ticket.c`).
public struct ExecTicket: Hashable, Sendable {
  public var path: UInt64
  public var arguments: UInt64
  public var environment: UInt64

  public init(path: UInt64, arguments: UInt64, environment: UInt64) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
  }

  /// The arguments of `execveat` that the ticket checks, in the order of its addresses.
  static let positions = [1, 2, 3]

  /// Low and high half of each address, in the order of the plan's offsets.
  var halves: [UInt32] {
    [path, arguments, environment].flatMap { [UInt32(truncatingIfNeeded: $0), UInt32($0 >> 32)] }
  }
}
