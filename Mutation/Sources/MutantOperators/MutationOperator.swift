// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What a mutant does to a place. The raw value is printed, and is a part of the keys in `equivalent.txt`.
package enum MutationOperator: String, CaseIterable, Sendable {
  case negate
  case dropCondition = "drop-condition"
  case boundary
  case swapArguments = "swap-arguments"
  case dropStatement = "drop-statement"
  case returnEarly = "return-early"
  case constant
  case dropFlag = "drop-flag"
}
