// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ExtensionAdoption

/// Pictures that surfaces can't draw as they are, with converters that are scripts.
@Suite struct PictureConverterTests {
  /// A converter that records its arguments and writes a PNG of 8 × 8 pixels.
  private static func converter(_ name: String, in place: String, status: Int = 0) throws -> PictureConverter {
    try FileWriting.makeDirectory(place + "/bin")
    try FileWriting.write(png(8, 8), to: place + "/small.png")
    let script = """
      #!/bin/sh
      echo "$@" >> "\(place)/calls"
      for last; do :; done
      case $last in *.svg) out=$7 ;; *.png) out=$last ;; *) out=$last.png ;; esac
      cp "\(place)/small.png" "$out"
      exit \(status)

      """
    try FileWriting.write(Data(script.utf8), to: "\(place)/bin/\(name)", mode: 0o755)
    return PictureConverter(directory: place + "/pictures", path: place + "/bin")
  }

  /// The beginning of a PNG.
  private static func png(_ width: UInt16, _ height: UInt16) -> Data {
    Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
      + [width, height].flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  @Test(arguments: [("rsvg-convert", "mark.svg"), ("pdftocairo", "mark.pdf"), ("convert", "mark.heic")])
  func `a picture in another form becomes a PNG once`(tool: String, name: String) throws {
    try Workspace.with { place in
      let converter = try Self.converter(tool, in: place)
      try FileWriting.write("a picture", to: place + "/" + name)
      for _ in 0..<2 {
        let chosen = try PictureChoice.best(of: [(1, place + "/" + name)], converter: converter).get()
        #expect(chosen.hasPrefix(place + "/pictures/") && chosen.hasSuffix(".png"))
        #expect(try Data(contentsOf: URL(filePath: chosen)) == Self.png(8, 8))
      }
      #expect(try String(contentsOfFile: place + "/calls", encoding: .utf8).split(separator: "\n").count == 1)
    }
  }

  @Test func `a PNG that fits is taken before a larger one is scaled`() throws {
    try Workspace.with { place in
      let converter = try Self.converter("convert", in: place)
      try FileWriting.write(Self.png(4_096, 16), to: place + "/large.png")
      try FileWriting.write(Self.png(64, 64), to: place + "/fits.png")
      let files = [(3, place + "/large.png"), (1, place + "/fits.png")]
      #expect(try PictureChoice.best(of: files, converter: converter).get() == place + "/fits.png")
      let scaled = try PictureChoice.best(of: [files[0]], converter: converter).get()
      #expect(scaled.hasPrefix(place + "/pictures/"))
    }
  }

  @Test func `without a converter, or with one that fails, the reason says what would help`() throws {
    try Workspace.with { place in
      try FileWriting.makeDirectory(place)
      try FileWriting.write("a picture", to: place + "/mark.svg")
      let none = PictureConverter(directory: place + "/pictures", path: "/nowhere")
      #expect(
        throws: AdoptionError(
          "is not a PNG, and none of rsvg-convert, convert is installed, which would convert it"
        )
      ) {
        try PictureChoice.best(of: [(1, place + "/mark.svg")], converter: none).get()
      }
      let failing = try Self.converter("rsvg-convert", in: place, status: 1)
      #expect(throws: AdoptionError("is not a PNG")) {
        try PictureChoice.best(of: [(1, place + "/mark.svg")], converter: failing).get()
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: place + "/pictures") == [])
    }
  }
}
