// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import Foundation
import ManagedSettings

enum SelectionStoreError: LocalizedError {
  case noGroup
  case unreadable(underlying: Error)

  var errorDescription: String? {
    switch self {
    case .noGroup: "No app group"
    case .unreadable(let underlying): "Unreadable: \(underlying.localizedDescription)"
    }
  }
}

struct SelectionStore {
  private let encoder = PropertyListEncoder()
  private let decoder = PropertyListDecoder()

  private var url: URL {
    get throws {
      guard
        let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Constants.appGroup)
      else { throw SelectionStoreError.noGroup }
      return folder.appendingPathComponent("selection.plist")
    }
  }

  func load() -> FamilyActivitySelection {
    do {
      let data = try Data(contentsOf: url)
      return try decoder.decode(FamilyActivitySelection.self, from: data)
    } catch {
      return FamilyActivitySelection(includeEntireCategory: true)
    }
  }

  func save(_ selection: FamilyActivitySelection) throws {
    do {
      try encoder.encode(selection).write(to: url, options: [.atomic])
    } catch {
      throw SelectionStoreError.unreadable(underlying: error)
    }
  }
}

extension ManagedSettingsStore {
  func block(_ selection: FamilyActivitySelection, except: Set<ApplicationToken> = []) {
    let applications = selection.applicationTokens.subtracting(except)
    shield.applications = applications.isEmpty ? nil : applications
    shield.applicationCategories =
      selection.categoryTokens.isEmpty
      ? nil : .specific(selection.categoryTokens, except: except)
    shield.webDomains = selection.webDomainTokens
    shield.webDomainCategories = .all(except: Set())
    application.denyAppRemoval = true
    webContent.blockedByFilter = .auto([WebDomain(domain: "example.com")], except: [])
  }

  func unblock() {
    shield.applications = nil
    shield.applicationCategories = ShieldSettings.ActivityCategoryPolicy.none
    clearAllSettings()
  }
}
