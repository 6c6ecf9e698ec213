// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A PNG whose header and chunk structure passed the limits; its pixels are never decoded in this module (VIEW-15).
package struct RasterImage: Hashable, Sendable {
  package let bytes: [UInt8]
  package let width: Int
  package let height: Int

  package init(
    png bytes: [UInt8], at pointer: String, fileLimit: Int, limits: ViewLimits
  ) throws(ViewFault) {
    guard bytes.count <= fileLimit else {
      throw ViewFault("image.bytes", at: pointer, "is a PNG of \(bytes.count) bytes; \(fileLimit) are allowed")
    }
    guard bytes.count > 45, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      Self.word(bytes, 8) == 13, Array(bytes[12..<16]) == Array("IHDR".utf8)
    else { throw ViewFault("image.bytes", at: pointer, "is not a PNG") }
    let width = Self.word(bytes, 16)
    let height = Self.word(bytes, 20)
    guard (1...limits.imageSide).contains(width), (1...limits.imageSide).contains(height) else {
      throw ViewFault("image.sides", at: pointer, "has a side outside 1…\(limits.imageSide) pixels")
    }
    guard width * height <= limits.imageArea else {
      throw ViewFault("image.area", at: pointer, "has \(width * height) pixels; \(limits.imageArea) are allowed")
    }
    try Self.checkChunks(bytes, at: pointer)
    self.bytes = bytes
    self.width = width
    self.height = height
  }

  /// The decoded size in bytes, which counts against `image.total`.
  package var decodedBytes: Int { width * height * 4 }

  private static func word(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Checks that the file holds one image without animation and without data after it, as its header says.
  private static func checkChunks(_ bytes: [UInt8], at pointer: String) throws(ViewFault) {
    var offset = 8
    var hasEnd = false
    while offset + 12 <= bytes.count, !hasEnd {
      let length = word(bytes, offset)
      let name = Array(bytes[offset + 4..<offset + 8])
      guard length <= bytes.count - offset - 12 else { break }
      if name == Array("acTL".utf8) { throw ViewFault("image.bytes", at: pointer, "is an animated PNG") }
      hasEnd = name == Array("IEND".utf8)
      offset += 12 + length
    }
    guard hasEnd, offset == bytes.count else {
      throw ViewFault("image.bytes", at: pointer, "is a PNG with a broken or trailing part")
    }
  }
}
