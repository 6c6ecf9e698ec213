// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import DeviceActivity
import Foundation

struct Entry: Codable {
  let event: String
  let date: Date
}

class JournalMonitor: DeviceActivityMonitor {
  private var file: URL? {
    FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.journal")?
      .appendingPathComponent("journal.json")
  }

  override func intervalDidStart(for activity: DeviceActivityName) { append("start") }
  override func intervalDidEnd(for activity: DeviceActivityName) { append("end") }

  override func eventDidReachThreshold(_ event: DeviceActivityEvent.Name, activity: DeviceActivityName) {
    append(event.rawValue)
  }

  private func append(_ event: String) {
    guard let file else { return }
    var entries: [Entry] = []
    if let data = try? Data(contentsOf: file) {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      entries = (try? decoder.decode([Entry].self, from: data)) ?? []
    }
    entries.append(Entry(event: event, date: Date()))
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    do {
      try encoder.encode(entries).write(to: file, options: .atomic)
    } catch {
      print("Could not write: \(error.localizedDescription)")
    }
  }
}
