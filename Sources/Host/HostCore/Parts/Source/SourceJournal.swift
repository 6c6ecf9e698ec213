// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ScreenTimeRules
import ScreenTimeStore
import ScreenTimeVocabulary

/// The journal entries about sources and clocks.
enum SourceJournal {
  /// The reasons that begin or end a span of time that no source could observe.
  static let reasons = pairs.flatMap { [ReasonCode.source($0.begins), .source($0.ends)] }

  /// The spans of time that the journal marks as unobserved, oldest first. A span without an end lasts until `now`.
  static func unseen(in journal: [JournalEntry], until now: Timestamp) -> [UnseenTime] {
    var open: [ReasonCode.Source: Timestamp] = [:]
    var times: [UnseenTime] = []
    for entry in journal {
      for (begins, ends, cause) in pairs {
        if entry.reason == .source(begins) {
          // A track that stays blind for another reason continues the same span.
          open[begins] = open[begins] ?? entry.at
        } else if entry.reason == .source(ends), let start = open.removeValue(forKey: begins) {
          times.append(UnseenTime(TimeSpan(start: start, end: entry.at), cause))
        }
      }
    }
    for (begins, _, cause) in pairs {
      if let start = open[begins] { times.append(UnseenTime(TimeSpan(start: start, end: now), cause)) }
    }
    return times.filter { $0.span.start < $0.span.end }.sorted { $0.span.start < $1.span.start }
  }

  private static let pairs: [(begins: ReasonCode.Source, ends: ReasonCode.Source, cause: UnseenTime.Cause)] =
    SourceTrack.allCases.map { (.blind($0), .sighted($0), .blind($0)) } + [(.suspended, .resumed, .asleep)]
}

extension ReasonCode.Source {
  /// The reason that a track's sensor stopped observing.
  static func blind(_ track: SourceTrack) -> Self {
    switch track {
    case .focus: .focusBlind
    case .web: .webBlind
    case .presence: .presenceBlind
    }
  }

  /// The reason that a track's sensor observes again.
  static func sighted(_ track: SourceTrack) -> Self {
    switch track {
    case .focus: .focusSighted
    case .web: .webSighted
    case .presence: .presenceSighted
    }
  }
}
