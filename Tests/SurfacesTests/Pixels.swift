// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A decoded PNG with eight bits per channel.
struct Pixels {
  let width: Int
  let height: Int
  private let channels: Int
  private let bytes: [UInt8]

  init?(png: [UInt8]) {
    func word(_ place: Int) -> Int { png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    guard png.count > 45, png.starts(with: [0x89, 0x50, 0x4E, 0x47]), png[24] == 8, png[28] == 0 else { return nil }
    guard let channels = [2: 3, 6: 4][png[25]] else { return nil }
    (width, height, self.channels) = (word(16), word(20), channels)
    var data: [UInt8] = []
    var place = 8
    while place + 12 <= png.count {
      let length = word(place)
      if png[place + 4..<place + 8].elementsEqual("IDAT".utf8) { data += png[place + 8..<place + 8 + length] }
      place += 12 + length
    }
    let row = width * channels
    guard let raw = Inflate.bytes(data), raw.count == (row + 1) * height else { return nil }
    bytes = Self.unfiltered(raw, row: row, channels: channels)
  }

  /// Red, green and blue.
  func pixel(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * channels
    return Array(bytes[start..<start + 3])
  }

  private static func unfiltered(_ raw: [UInt8], row: Int, channels: Int) -> [UInt8] {
    let height = raw.count / (row + 1)
    var result = [UInt8](repeating: 0, count: row * height)
    for y in 0..<height {
      let filter = raw[y * (row + 1)]
      for x in 0..<row {
        let here = raw[y * (row + 1) + 1 + x]
        let left = x >= channels ? result[y * row + x - channels] : 0
        let up = y > 0 ? result[(y - 1) * row + x] : 0
        let corner = x >= channels && y > 0 ? result[(y - 1) * row + x - channels] : 0
        let guess: UInt8 =
          switch filter {
          case 1: left
          case 2: up
          case 3: UInt8((Int(left) + Int(up)) / 2)
          case 4: paeth(Int(left), Int(up), Int(corner))
          default: 0
          }
        result[y * row + x] = here &+ guess
      }
    }
    return result
  }

  private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> UInt8 {
    let p = a + b - c
    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
    return UInt8(pa <= pb && pa <= pc ? a : pb <= pc ? b : c)
  }
}
