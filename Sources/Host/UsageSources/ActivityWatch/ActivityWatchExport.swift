// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The parts of an export file that the importer reads. Titles, addresses and host names are discarded by the decoder
/// (LIVE-AW9).
struct ActivityWatchExport: Decodable {
  var buckets: [Bucket]

  struct Bucket: Decodable {
    /// Used only for the hash that names the stream, and to find the browser's name.
    var id: String
    var type: String
    var events: [Event]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decodeIfPresent(String.self, forKey: .id) ?? ""
      type = try container.decodeIfPresent(String.self, forKey: .type) ?? ""
      let isKnown = ActivityWatchImport.BucketType(rawValue: type) != nil
      events = isKnown ? try container.decodeIfPresent([Event].self, forKey: .events) ?? [] : []
    }

    private enum CodingKeys: String, CodingKey { case id, type, events }
  }

  struct Event: Decodable {
    var timestamp: String
    var duration: Double
    var app: String?
    var package: String?
    var status: String?
    var host: String?
    var isAudible = false
    var isIncognito = false

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      timestamp = try container.decode(String.self, forKey: .timestamp)
      duration = try container.decode(Double.self, forKey: .duration)
      guard container.contains(.data), try !container.decodeNil(forKey: .data) else { return }
      let data = try container.nestedContainer(keyedBy: DataKeys.self, forKey: .data)
      app = try data.decodeIfPresent(String.self, forKey: .app)
      package = try data.decodeIfPresent(String.self, forKey: .package)
      status = try data.decodeIfPresent(String.self, forKey: .status)
      isAudible = try data.decodeIfPresent(Bool.self, forKey: .audible) ?? false
      isIncognito = try data.decodeIfPresent(Bool.self, forKey: .incognito) ?? false
      // The address is not stored; only its host is.
      host =
        isIncognito ? nil : try data.decodeIfPresent(String.self, forKey: .url).flatMap(Identifier.host(ofAddress:))
    }

    private enum CodingKeys: String, CodingKey { case timestamp, duration, data }
    private enum DataKeys: String, CodingKey { case app, package, status, url, audible, incognito }
  }

  /// Reads `buckets` as a map (all real files) or an array (the published schema), or a single bucket (LIVE-AW1).
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard container.contains(.buckets) else {
      guard container.contains(.events), container.contains(.type) else { throw NotAnExport() }
      buckets = [try Bucket(from: decoder)]
      return
    }
    if let array = try? container.nestedUnkeyedContainer(forKey: .buckets) {
      var array = array
      buckets = []
      while !array.isAtEnd { buckets.append(try array.decode(Bucket.self)) }
    } else {
      let map = try container.decode([String: Bucket].self, forKey: .buckets)
      buckets = map.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { key, bucket in
        var bucket = bucket
        if bucket.id.isEmpty { bucket.id = key }
        return bucket
      }
    }
    for index in buckets.indices where buckets[index].id.isEmpty {
      buckets[index].id = "\(index) \(buckets[index].type)"
    }
  }

  private enum CodingKeys: String, CodingKey { case buckets, events, type }

  /// The error for an object without buckets.
  struct NotAnExport: Error {}
}
