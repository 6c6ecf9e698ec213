// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Surfaces
import TextEscaping

/// The options for the format of a surface and its data.
struct SurfaceOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    /// The formats of other commands.
    case table, json
    /// The surface alone.
    case text, html, png
  }

  @Option(help: "Output format; text, html and png give the surface alone.")
  var format: Format = .table

  @Flag(help: "Draw a picture in dark colours.")
  var dark = false

  @Flag(help: "Print identifiers only.")
  var quiet = false

  var scheme: DrawEnvironment.Scheme { dark ? .dark : .light }

  /// The options for commands that draw nothing.
  var output: OutputOptions {
    var options = OutputOptions()
    options.format = format == .json ? .json : .table
    options.quiet = quiet
    return options
  }

  /// Writes a surface to a file in the requested format and prints its path, or prints its text.
  ///
  /// - Parameters:
  ///   - name: the file's name without its extension.
  ///   - directory: the directory for files; `out` by default.
  /// - Returns: whether the format was one of the surface alone, so that nothing else needs printing.
  func write(
    _ name: String, to directory: String?, text: String, html: () throws -> String, picture: () throws -> Picture
  ) throws -> Bool {
    let directory = directory ?? "out"
    switch format {
    case .table, .json: return false
    case .text: Terminal.show(TerminalText(drawing: text), terminator: "")
    case .html:
      Terminal.show("\(try SurfaceFile.write(Data(try html().utf8), to: name + ".html", in: directory))")
    case .png:
      let file = name + (dark ? "-dark" : "") + ".png"
      Terminal.show("\(try SurfaceFile.write(Data(try picture().png), to: file, in: directory))")
    }
    return true
  }
}

/// A part of a file's name, made from a name by a person or an extension.
enum FileSlug {
  static func of(_ text: String) -> String {
    String(text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
  }
}
