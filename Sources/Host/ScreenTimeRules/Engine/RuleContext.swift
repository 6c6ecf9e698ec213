// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parts of the device that the bookkeeping of one activity needs.
struct RuleContext {
  var now: Timestamp
  var place: CalendarPlace
  var registry: ItemRegistry
  var limits: RuleLimits
  var history: UseLedger
}
