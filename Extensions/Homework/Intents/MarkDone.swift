// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import AppIntents
import Foundation

public enum SchoolSubject: String, AppEnum {
  case maths, english, music

  public static let typeDisplayRepresentation: TypeDisplayRepresentation = "Subject"
  public static let caseDisplayRepresentations: [SchoolSubject: DisplayRepresentation] = [
    .maths: "Maths", .english: "English", .music: "Music",
  ]

  public var title: String { rawValue.capitalized }
}

/// One more exercise is done. The button of the widget performs it in the family's App Intents extension, because a
/// widget can't change anything.
public struct MarkDone: AppIntent {
  public static let title: LocalizedStringResource = "Mark as done"

  @Parameter(title: "Subject")
  public var subject: SchoolSubject

  public init() {}

  public init(subject: SchoolSubject) { self.subject = subject }

  public func perform() async throws -> some IntentResult {
    DoneExercises().add(1, to: subject, at: .now)
    return .result()
  }
}

/// The number of exercises that are done today, in the defaults that the family's programs share.
public struct DoneExercises {
  private let defaults = UserDefaults(suiteName: "group.org.example.homework")

  public init() {}

  public func count(of subject: SchoolSubject, at date: Date) -> Int {
    guard defaults?.string(forKey: "done.day") == day(of: date) else { return 0 }
    return defaults?.integer(forKey: key(subject)) ?? 0
  }

  func add(_ number: Int, to subject: SchoolSubject, at date: Date) {
    let new = count(of: subject, at: date) + number
    if defaults?.string(forKey: "done.day") != day(of: date) {
      for other in SchoolSubject.allCases { defaults?.set(0, forKey: key(other)) }
      defaults?.set(day(of: date), forKey: "done.day")
    }
    defaults?.set(new, forKey: key(subject))
  }

  private func key(_ subject: SchoolSubject) -> String { "done.\(subject.rawValue)" }

  private func day(of date: Date) -> String {
    let parts = Calendar.current.dateComponents([.year, .month, .day], from: date)
    return "\(parts.year ?? 0)-\(parts.month ?? 0)-\(parts.day ?? 0)"
  }
}
