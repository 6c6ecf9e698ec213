// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What the bookkeeping of one activity needs to know about the device, without the device itself.
struct RuleContext {
  var now: Timestamp
  var place: CalendarPlace
  var registry: ItemRegistry
  var limits: RuleLimits
  var history: UseLedger
}
