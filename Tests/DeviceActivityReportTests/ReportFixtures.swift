// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation

/// The elements of the worked session in `wire.md#perform`.
enum ReportFixtures {
  static let frame = ViewFrame(width: 360_000, height: 240_000)
  static let filter = ReportFilter(segment: .daily, start: 1_795_129_200_000, end: 1_795_190_400_000)

  static func elements() throws -> [ReportElement] {
    let values: [WireValue] = [
      ["kind": "device", "model": "iPhone", "role": "child", "updated": 1_795_190_400_000],
      [
        "kind": "segment", "start": 1_795_129_200_000, "end": 1_795_215_600_000, "totalMs": 6_300_000, "pickups": 4,
        "firstPickup": 1_795_156_800_000, "longest": ["start": 1_795_183_500_000, "end": 1_795_186_200_000],
      ],
      [
        "kind": "category", "name": "Education", "token": "AQMAAdIesN0jREyJHbjB9wlSYgmqEgxS", "totalMs": 4_500_000,
      ],
      [
        "kind": "application", "name": "Text Editor", "notifications": 0, "pickups": 2,
        "token": "AQEAAZ-kFYJXGrDZLxWo8X28hlQRjWX9", "totalMs": 4_500_000,
      ],
      ["kind": "category", "name": "Games", "token": "AQMAAY-THtVqOfK1AfVaz7kX6k10NtnQ", "totalMs": 1_800_000],
      [
        "kind": "application", "name": "Block World", "notifications": 1, "pickups": 3,
        "token": "AQEAAQ1ubelPGDNhSMN2Uch20gV_HOn0", "totalMs": 1_800_000,
      ],
    ]
    return try values.map { try ReportElement(wire: $0, at: "", from: .host) }
  }

  /// The elements as `data` messages of at most `size` elements, for the callback `request`.
  static func frames(_ elements: [ReportElement], of size: Int, for request: RequestID) -> [Envelope] {
    let starts = Array(stride(from: 0, to: elements.count, by: size))
    return starts.enumerated().map { index, start in
      let part = Array(elements[start..<min(start + size, elements.count)])
      let data = ReportData(
        request: request, frame: Int64(index + 1), elements: part, isEnd: start == starts.last)
      return .notification(method: Method.data.rawValue, params: data.wire)
    }
  }
}
