// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import WidgetKit

@main
struct EverydayWidgets: WidgetBundle {
  var body: some Widget {
    CoffeeWidget()
    StepsWidget()
    MoonWidget()
    StockWidget()
    ParcelWidget()
    HabitWidget()
    if #available(iOSApplicationExtension 17.0, *) {
      TransitWidget()
      BatteryWidget()
    }
    QuoteWidget()
    PlantWidget()
  }
}
