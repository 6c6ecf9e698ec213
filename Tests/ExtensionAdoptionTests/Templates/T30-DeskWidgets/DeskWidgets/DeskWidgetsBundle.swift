// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: NeverForceUnwrap

import SwiftUI
import WidgetKit

@main
struct DeskWidgetsBundle: WidgetBundle {
  var body: some Widget {
    StepsWidget()
    BatteryGaugeWidget()
    ReadingGoalWidget()
    NextEventWidget()
    TodoWidget()
    HydrationWidget()
    QuoteWidget()
    PomodoroWidget()
    StationWidget()
    MoonWidget()
    if #available(iOS 17.0, *) {
      BudgetWidget()
    }
  }
}
