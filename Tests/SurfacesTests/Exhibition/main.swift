// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SurfaceGallery
import Surfaces

/// `surface-gallery [DIRECTORY]`: writes `gallery.html`, and each exhibit as a picture in each appearance.
struct Exhibition {
  let directory: URL

  private func write(_ bytes: Data, to name: String) throws {
    let file = directory.appending(path: name)
    try bytes.write(to: file)
    print(file.path)
  }

  func run() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let gallery = try Gallery()
    try write(Data(try gallery.html().utf8), to: "gallery.html")
    guard Picture.isAvailable else { return print("no pictures: this build lacks the package trait “Pictures”") }
    for name in gallery.names {
      for look in Gallery.GalleryVariant.allCases {
        try write(Data(try gallery.picture(name, look).png), to: "\(name)-\(look.rawValue).png")
      }
    }
  }
}

do {
  try Exhibition(directory: URL(filePath: CommandLine.arguments.dropFirst().first ?? "out/gallery")).run()
} catch {
  FileHandle.standardError.write(Data("surface-gallery: \(error)\n".utf8))
  exit(1)
}
