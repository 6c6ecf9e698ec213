// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ScreenTimeRules

/// The fixed categories of LIVE-ID4. A code is never reused.
package enum CategoryCode: Int, CaseIterable, Sendable {
  case social = 1
  case games, entertainment, creativity, productivity, education, information, shopping, travel, health, utilities,
    other

  package var item: Item { .category(String(rawValue)) }

  /// The name for people.
  package var displayName: String {
    switch self {
    case .social: "Social"
    case .games: "Games"
    case .entertainment: "Entertainment"
    case .creativity: "Creativity"
    case .productivity: "Productivity & Finance"
    case .education: "Education"
    case .information: "Information & Reading"
    case .shopping: "Shopping & Food"
    case .travel: "Travel"
    case .health: "Health & Fitness"
    case .utilities: "Utilities"
    case .other: "Other"
    }
  }

  /// The category of a desktop file: additional categories before main ones, browsers under Other (LIVE-ID4).
  package init?(desktopCategories words: [String]) {
    if words.contains("WebBrowser") {
      self = .other
      return
    }
    let main: Set<String> = [
      "AudioVideo", "Audio", "Video", "Development", "Education", "Game", "Graphics", "Office", "Science", "Settings",
      "System", "Utility",
    ]
    let ordered = words.filter { !main.contains($0) } + words.filter(main.contains)
    guard let code = ordered.lazy.compactMap(Self.code(ofDesktopCategory:)).first else { return nil }
    self = code
  }

  private static func code(ofDesktopCategory word: String) -> CategoryCode? {
    switch word {
    case "InstantMessaging", "Chat", "IRCClient", "VideoConference", "Telephony": .social
    case _ where word.hasSuffix("Game"): .games
    case "AudioVideo", "Audio", "Video", "Player", "TV", "Music": .entertainment
    case "Graphics", "2DGraphics", "3DGraphics", "Photography", "AudioVideoEditing", "Publishing": .creativity
    case "Office", "Finance", "Calendar", "ProjectManagement", "Email", "Development", "IDE": .productivity
    case "Education", "Science", "Math", "Languages", "Literature": .education
    case "News", "Feed", "Dictionary", "Documentation", "Viewer": .information
    case "Maps": .travel
    case "Sports": .health
    case "Utility", "System", "Settings", "FileManager", "TerminalEmulator": .utilities
    default: nil
    }
  }

  /// The category of a web class of `v2fly_domain_categories.json`; `nil` for classes such as `doh`, which only serves
  /// DNS.
  package init?(webClass name: String) {
    switch name {
    case "social", "communication", "forums": self = .social
    case "games": self = .games
    case "entertainment": self = .entertainment
    case "dev", "ai": self = .productivity
    case "education": self = .education
    case "news": self = .information
    case "shopping": self = .shopping
    default: return nil
    }
  }
}
