// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules

/// Families on one person's device, with their activities and shields registered through the rules.
enum Household {
  /// The rules for all households.
  static let rules = DeviceRules(registry: Person.registry)

  /// Two ordinary families. Each monitors the whole day, school hours, the evening, the early morning and the weekend,
  /// with four limits in each (all use, a category, three applications, a site), and permanently shields one
  /// application and one category.
  static func ordinary() throws -> DeviceState { try state(families: 2, activities: 5, events: 4) }

  /// Fifty families with the maximum number of activities each.
  static func crowd() throws -> DeviceState { try state(families: 50, activities: 20, events: 20) }

  static func state(families: Int, activities: Int, events: Int) throws -> DeviceState {
    var state = DeviceState(now: Person.start, place: CalendarPlace(timeZone: "Europe/Berlin"))
    for family in 0..<families {
      let id = FamilyID("family\(family)")
      state.families[id] = FamilyState(authorization: .approved, member: .individual)
      var effects: [RuleEffect] = [
        .setSetting(
          store: "Default", key: .shieldApplications, value: .items([Person.applications[39 - family % 10]])),
        .setSetting(
          store: "Default", key: .shieldApplicationCategories,
          value: .categoryPolicy(.specific([Person.categories[11]], except: [Person.applications[1]]))),
      ]
      for activity in 0..<activities {
        effects.append(
          .startMonitoring(
            activity: "activity\(activity)", schedule: schedule(activity),
            events: (0..<events).map { event("event\($0)", number: family * 7 + activity * 3 + $0, kind: $0) }))
      }
      for delivery in try rules.apply(effects, of: id, to: &state).deliveries {
        rules.settle(delivery.sequence, of: id, in: &state)
      }
    }
    return state
  }

  /// Processes a span like a host whose extensions reply without effects; passes on the use that counts.
  @inline(never)
  static func live(through span: UseSpan, in state: inout DeviceState, counted: (UseSpan) -> Void = { _ in }) {
    while true {
      let step = rules.advance(&state, through: span)
      for use in step.counted { counted(use) }
      for delivery in step.deliveries { rules.settle(delivery.sequence, of: delivery.family, in: &state) }
      if step.isFinished { return }
    }
  }

  private static func schedule(_ number: Int) -> Schedule {
    func at(_ hour: Int, _ minute: Int, weekday: Int? = nil) -> ScheduleComponents {
      ScheduleComponents(weekday: weekday, hour: hour, minute: minute)
    }
    let (start, end): (ScheduleComponents, ScheduleComponents) =
      switch number % 5 {
      case 0: (at(0, 0), at(0, 0))
      case 1: (at(8, 0), at(13, 30))
      case 2: (at(18, 0), at(22, 0))
      case 3: (at(6, 0), at(9, 0))
      default: (at(9, 0, weekday: 7), at(18, 0, weekday: 1))
      }
    return Schedule(start: start, end: end, repeats: true, warning: ScheduleComponents(minute: 5))
  }

  private static func event(_ name: String, number: Int, kind: Int) -> ActivityEvent {
    let selection =
      switch kind % 4 {
      case 0: ItemSelection()
      case 1: ItemSelection(categories: [Person.categories[number % 12]])
      case 2: ItemSelection(applications: ItemSet((0..<3).map { Person.applications[(number + $0 * 5) % 40] }))
      default: ItemSelection(webDomains: [Person.sites[number % 60]])
      }
    return ActivityEvent(
      name: name, selection: selection, threshold: ScheduleComponents(minute: 15 + number % 8 * 15 + kind))
  }
}
