// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HostCore
import Surfaces
import TextEscaping

/// `sallyport gallery`: what views look like here, without a family, a state or an extension.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery", abstract: "Draw one of each primitive that a report or a window may hold.")

  @Option(help: "Where the page and its pictures go.")
  var output = "out/gallery"

  @OptionGroup var options: OutputOptions

  private struct Result: Encodable {
    var page: String
    var pictures: [String]
  }

  func run() throws {
    let gallery = try Gallery()
    let page = try SurfaceFile.write(Data(try gallery.html().utf8), to: "gallery.html", in: output)
    var pictures: [String] = []
    if Picture.isAvailable {
      for name in gallery.names {
        for look in Gallery.Look.allCases {
          let picture = try gallery.picture(name, look)
          pictures.append(
            try SurfaceFile.write(Data(picture.png), to: "\(name)-\(look.rawValue).png", in: output))
        }
      }
    } else {
      Terminal.note("no pictures: this build lacks the package trait “Pictures”")
    }
    try CommandOutput(
      Result(page: page, pictures: pictures), header: ["FILE"], table: ([page] + pictures).map { [$0] },
      identifiers: [page]
    ).print(options)
  }
}
