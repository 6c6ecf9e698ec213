// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import FamilyControls
import ManagedSettings
import ManagedSettingsUI
import SwiftUI

// The app that the talk WWDC21-10123 builds, in the names it was shipped with on stage and our own words.

final class Delegate {
  func launched() {
    AuthorizationCenter.shared.requestAuthorization { result in
      switch result {
      case .success: break
      case .failure(let error): print("not authorized: \(error)")
      }
    }
  }
}

class Model: ObservableObject {
  static let shared = Model()
  let store = ManagedSettingsStore()
  @Published var selectionToDiscourage = FamilyActivitySelection()
  @Published var selectionToEncourage = FamilyActivitySelection()

  func startDay() throws {
    let schedule = DeviceActivitySchedule(
      intervalStart: DateComponents(hour: 0, minute: 0), intervalEnd: DateComponents(hour: 23, minute: 59),
      repeats: true)
    let events: [DeviceActivityEvent.Name: DeviceActivityEvent] = [
      .encouraged: DeviceActivityEvent(
        applications: selectionToEncourage.applicationTokens, threshold: DateComponents(minute: 30))
    ]
    let center = DeviceActivityCenter()
    try center.startMonitoring(.daily, during: schedule, events: events)
  }
}

struct ContentView: View {
  @State private var isDiscouragedPresented = false
  @State private var isEncouragedPresented = false
  @EnvironmentObject var model: Model

  var body: some View {
    VStack {
      Button("Select apps to discourage") { isDiscouragedPresented = true }
        .familyActivityPicker(isPresented: $isDiscouragedPresented, selection: $model.selectionToDiscourage)
      Button("Select apps to encourage") { isEncouragedPresented = true }
        .familyActivityPicker(isPresented: $isEncouragedPresented, selection: $model.selectionToEncourage)
    }
    .onChange(of: model.selectionToDiscourage) { _ in try? model.startDay() }
  }
}

extension DeviceActivityName {
  static let daily = Self("daily")
}

extension DeviceActivityEvent.Name {
  static let encouraged = Self("encouraged")
}

class Monitor: DeviceActivityMonitor {
  let store = ManagedSettingsStore()

  override func intervalDidStart(for activity: DeviceActivityName) {
    super.intervalDidStart(for: activity)
    let applications = Model.shared.selectionToDiscourage.applicationTokens
    store.shield.applications = applications.isEmpty ? nil : applications
    store.dateAndTime.requireAutomaticDateAndTime = true
  }

  override func intervalDidEnd(for activity: DeviceActivityName) {
    super.intervalDidEnd(for: activity)
    store.shield.applications = nil
    store.dateAndTime.requireAutomaticDateAndTime = false
  }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    super.eventDidReachThreshold(event, activity: activity)
    store.shield.applications = nil
  }
}

class Shield: ShieldConfigurationProvider {
  override func configuration(shielding application: Application) -> ShieldConfiguration {
    ShieldConfiguration(
      backgroundEffect: UIBlurEffect(style: .systemMaterial), backgroundColor: .white,
      icon: UIImage(systemName: "star"),
      title: .init(text: "Do your chores", color: .black), subtitle: .init(text: "Then play", color: .darkGray),
      primaryButtonLabel: .init(text: "OK", color: .white), primaryButtonBackgroundColor: .systemBlue,
      secondaryButtonLabel: nil)
  }
}

class Action: ShieldActionHandler {
  override func handle(
    action: ShieldAction, for application: ApplicationToken,
    completionHandler: @escaping (ShieldActionResponse) -> Void
  ) {
    completionHandler(action == .primaryButtonPressed ? .close : .defer)
  }
}
