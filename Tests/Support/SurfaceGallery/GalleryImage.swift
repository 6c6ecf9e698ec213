// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import Surfaces

/// A small generated picture, so that the gallery needs no file: hills and an evening sky.
enum GalleryImage {
  static let side = 96

  static let png: [UInt8] = {
    var raw: [UInt8] = []
    for y in 0..<side {
      raw.append(0)
      for x in 0..<side {
        raw += smooth(x, y)
      }
    }
    let header = word(side) + word(side) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", stored(raw))
      + chunk("IEND", [])
  }()

  /// The mean of nine samples per pixel, for soft edges.
  private static func smooth(_ x: Int, _ y: Int) -> [UInt8] {
    var sum = (red: 0, green: 0, blue: 0)
    for part in 0..<9 {
      let color = color(3 * x + part % 3, 3 * y + part / 3)
      sum = (sum.red + Int(color.red), sum.green + Int(color.green), sum.blue + Int(color.blue))
    }
    return [UInt8(sum.red / 9), UInt8(sum.green / 9), UInt8(sum.blue / 9)]
  }

  /// The scene in thirds of a pixel.
  private static func color(_ thirdX: Int, _ thirdY: Int) -> RGBA {
    let (x, y) = (Double(thirdX) / 3, Double(thirdY) / 3)
    let sun = (x - 66) * (x - 66) + (y - 30) * (y - 30)
    if y > 62 + (x - 30) * (x - 30) / 90 { return RGBA.mix(RGBA(64, 84, 160), RGBA(40, 52, 110), at: Int(y * 10)) }
    if y > 56 + (x - 84) * (x - 84) / 70 { return RGBA(92, 92, 168) }
    if sun < 150 { return RGBA(255, 236, 196) }
    return RGBA.mix(RGBA(122, 128, 214), RGBA(252, 178, 140), at: Int(min(1_000, y * 15)))
  }

  // MARK: - PNG encoding

  /// A zlib stream without compression.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = bytes.count
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let length = [UInt8(count & 255), UInt8(count >> 8 & 255)]
    return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + bytes + word(Int(b << 16 | a))
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in named {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return word(body.count) + named + word(Int(~crc))
  }

  private static func word(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
