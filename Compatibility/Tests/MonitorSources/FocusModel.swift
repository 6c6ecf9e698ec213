// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Combine
import DeviceActivity
import FamilyControls
import ManagedSettings
import SwiftUI

// The code that an app and its monitor share.

@available(iOS 16.0, *)
class FocusModel: ObservableObject {
  static let shared = FocusModel()
  @Published var selection = FamilyActivitySelection()
  @Published var isMonitoring = false
  @Published private(set) var status: AuthorizationStatus = .notDetermined
  @AppStorage("minutes", store: UserDefaults(suiteName: "group.com.example.focus")) var minutes: Int = 30
  private var cancellables = Set<AnyCancellable>()
  private let subject = PassthroughSubject<Int, Never>()
  let current = CurrentValueSubject<String, Never>("none")

  init() {
    AuthorizationCenter.shared.$authorizationStatus
      .receive(on: DispatchQueue.main)
      .sink { [weak self] status in self?.status = status }
      .store(in: &cancellables)
    $selection
      .dropFirst()
      .map { $0.applicationTokens.count }
      .removeDuplicates()
      .debounce(for: .milliseconds(300), scheduler: RunLoop.main)
      .sink { count in print("\(count) apps") }
      .store(in: &cancellables)
    Publishers.CombineLatest($selection, $isMonitoring)
      .filter { $0.1 }
      .sink { _ in }
      .store(in: &cancellables)
    subject.eraseToAnyPublisher().compactMap { $0 > 0 ? $0 : nil }.sink(
      receiveCompletion: { _ in }, receiveValue: { print($0) }
    ).store(in: &cancellables)
    NotificationCenter.default.publisher(for: UserDefaults.didChangeNotification)
      .sink { [weak self] _ in self?.objectWillChange.send() }
      .store(in: &cancellables)
    Timer.publish(every: 60, on: .main, in: .common).autoconnect().sink { _ in }.store(in: &cancellables)
  }

  func authorize() async {
    do {
      try await AuthorizationCenter.shared.requestAuthorization(for: .individual)
    } catch let error as FamilyControlsError {
      switch error {
      case .authorizationCanceled, .authorizationConflict: break
      case .restricted, .unavailable, .invalidAccountType, .invalidArgument, .networkError: break
      case .authenticationMethodUnavailable: break
      @unknown default: break
      }
    } catch {
      print(error.localizedDescription)
    }
    switch AuthorizationCenter.shared.authorizationStatus {
    case .notDetermined: break
    case .denied: break
    case .approved: break
    default: break
    }
  }

  func revoke() {
    AuthorizationCenter.shared.revokeAuthorization { result in
      switch result {
      case .success: print("revoked")
      case .failure(let error): print(error)
      }
    }
  }

  func send() {
    subject.send(1)
    current.value = "some"
    current.send("other")
  }
}

@Observable
final class Limits {
  var minutes = 30
  var names: [String] = []
}

struct LimitsView: View {
  @Environment(Limits.self) private var limits
  @EnvironmentObject private var model: FocusModel
  @StateObject private var own = FocusModel()
  @ObservedObject var other: FocusModel
  @State private var isPresented = false
  @Environment(\.dismiss) private var dismiss
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    NavigationStack {
      Form {
        Section("Limits") {
          Stepper("Minutes: \(model.minutes)", value: $model.minutes, in: 5...240, step: 5)
          Toggle("Monitoring", isOn: $model.isMonitoring)
          Button("Choose apps") { isPresented = true }
          Button("Remove", role: .destructive) {}
        }
        Section {
          ForEach(Array(model.selection.applicationTokens), id: \.self) { token in
            Label(token)
              .labelStyle(.titleAndIcon)
          }
          ForEach(Array(model.selection.categoryTokens), id: \.self) { Label($0).labelStyle(.iconOnly) }
          ForEach(Array(model.selection.webDomainTokens), id: \.self) { token in Label(token).labelStyle(.titleOnly) }
        } header: {
          Text("Apps")
        } footer: {
          Text("They are shielded.")
        }
      }
      .navigationTitle("Limits")
      .toolbar {
        ToolbarItem(placement: .navigationBarTrailing) { Button("Done") { dismiss() } }
        ToolbarItem(placement: .topBarLeading) { EditButton() }
      }
      .familyActivityPicker(isPresented: $isPresented, selection: $model.selection)
      .onChange(of: model.selection) { selection in print(selection.applicationTokens.count) }
      .onChange(of: scenePhase) { old, new in print(old, new) }
      .onReceive(model.$selection) { _ in }
      .onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { _ in }
      .onAppear { Task { await model.authorize() } }
      .task { await model.authorize() }
      .alert("Sure?", isPresented: $isPresented) {
        Button("Cancel", role: .cancel) {}
        Button("OK") {}
      } message: {
        Text("Really")
      }
      .sheet(isPresented: $isPresented) { FamilyActivityPicker(selection: $model.selection) }
      .confirmationDialog("Choose", isPresented: $isPresented) { Button("One") {} }
      .fullScreenCover(isPresented: $isPresented) { EmptyView() }
    }
  }
}
