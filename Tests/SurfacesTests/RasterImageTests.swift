// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Foundation
import Surfaces
import Testing

@Suite struct RasterImageTests {
  static func png(width: Int, height: Int, extra: [UInt8] = [], tail: [UInt8] = []) -> [UInt8] {
    func word(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    let header = word(13) + Array("IHDR".utf8) + word(width) + word(height) + [8, 6, 0, 0, 0] + word(0)
    let data = word(2) + Array("IDAT".utf8) + [0, 0] + word(0)
    let end = word(0) + Array("IEND".utf8) + word(0)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header + extra + data + end + tail
  }

  private func code(_ bytes: [UInt8]) -> String {
    var assets = AssetCatalog()
    do {
      try assets.addImage(bytes, named: "icon")
      return "accepted"
    } catch {
      return error.code
    }
  }

  @Test func `accepts an image within the limits and refuses each excess with its code`() {
    #expect(code(Self.png(width: 800, height: 800)) == "accepted")
    #expect(code(Self.png(width: 2_049, height: 1)) == "image.sides")
    #expect(code(Self.png(width: 0, height: 1)) == "image.sides")
    #expect(code(Self.png(width: 2_000, height: 2_000)) == "image.area")
    #expect(code(Self.png(width: 8, height: 8, tail: [0])) == "image.bytes")
    #expect(code(Self.png(width: 8, height: 8, tail: [UInt8](repeating: 0, count: 300_000))) == "image.bytes")
    let animation: [UInt8] = [0, 0, 0, 8] + Array("acTL".utf8) + [UInt8](repeating: 0, count: 12)
    #expect(code(Self.png(width: 8, height: 8, extra: animation)) == "image.bytes")
    #expect(code(Array("GIF89a".utf8)) == "image.bytes")
    #expect(code([]) == "image.bytes")
  }

  @Test func `bounds the total pixels that a tree decodes`() throws {
    var assets = AssetCatalog()
    try assets.addImage(Self.png(width: 840, height: 840), named: "big")
    let image: WireValue = ["kind": "image", "asset": "big", "resizable": true, "fit": "fit"]
    func tree(_ count: Int) throws -> ViewTree {
      let node = Samples.stack("vstack", [WireValue](repeating: image, count: count))
      return try ViewTree(node, in: ViewContext(point: .report, assets: assets))
    }
    let fine = try tree(5)
    let fault = #expect(throws: ViewFault.self) { try tree(6) }
    #expect(fault?.code == "image.total")
    var environment = Samples.environment()
    environment.assets = assets
    let surface = try ReportSurface(fine, frame: Samples.frame, chrome: Samples.chrome, environment: environment)
    #expect(surface.svg(.light).contains("href=\"data:image/png;base64,"))
  }
}
