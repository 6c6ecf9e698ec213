// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import ExtensionProtocol
internal import Foundation

extension TreeDecoder {
  /// Reads an image. One that the family does not have is drawn as nothing: as on a phone, the rest of the surface stays
  /// (VIEW-15).
  mutating func picture(_ reader: inout MemberReader) throws(ViewFault) -> ViewNode.Content {
    guard let asset = try reader.text("asset", limit: 128), context.assets.images[asset] == nil else {
      return .image(try image(&reader))
    }
    missing.note(asset)
    for name in ["resizable", "template"] { _ = try reader.bool(name) }
    _ = try reader.word("fit", of: ViewNode.ImageContent.Fit.self)
    return .empty
  }

  private mutating func image(_ reader: inout MemberReader) throws(ViewFault) -> ViewNode.ImageContent {
    let source: ViewNode.ImageContent.Source
    let raster: RasterImage
    if let asset = try reader.text("asset", limit: 128) {
      guard let image = context.assets.images[asset] else {
        throw ViewFault("schema", at: reader.path("asset"), "is not an image of this family's assets")
      }
      (source, raster) = (.asset(asset), image)
    } else if let base64 = try reader.string("png") {
      let pointer = reader.path("png")
      guard context.point != .report else {
        throw ViewFault("interaction.sealed", at: pointer, "is an inline image, which no report may hold")
      }
      guard base64.utf8.count <= (limits.imageInlineBytes + 2) / 3 * 4 else {
        throw ViewFault("image.bytes", at: pointer, "is over \(limits.imageInlineBytes) bytes")
      }
      guard let data = Data(base64Encoded: base64), data.base64EncodedString() == base64 else {
        throw ViewFault("schema", at: pointer, "is not canonical base64")
      }
      raster = try RasterImage(png: [UInt8](data), at: pointer, fileLimit: limits.imageInlineBytes, limits: limits)
      source = .png(base64: base64, raster)
    } else {
      throw ViewFault("schema", at: reader.pointer, "lacks “asset” or “png”")
    }
    decodedImageBytes += raster.decodedBytes
    guard decodedImageBytes <= limits.imageDecodedBytes else {
      throw ViewFault("image.total", at: reader.pointer, "makes more than \(limits.imageDecodedBytes) decoded bytes")
    }
    var image = ViewNode.ImageContent(source: source)
    image.resizable = try reader.bool("resizable") ?? false
    image.fit = try reader.word("fit", of: ViewNode.ImageContent.Fit.self)
    image.template = try reader.bool("template") ?? false
    return image
  }

  func meter(_ reader: inout MemberReader) throws(ViewFault) -> MeterContent {
    var meter = MeterContent()
    meter.value = try reader.integer("value", in: Self.values)
    meter.minimum = try reader.integer("minimum", in: Self.values)
    meter.maximum = try reader.integer("maximum", in: Self.values)
    meter.from = try reader.time("from")
    meter.to = try reader.time("to")
    guard (meter.from == nil) == (meter.to == nil), meter.from == nil || meter.value == nil else {
      throw ViewFault("schema", at: reader.pointer, "mixes a value and a span of time")
    }
    meter.countsDown = try reader.bool("countsDown")
    meter.style = try reader.word("style", of: MeterContent.Style.self)
    meter.tint = try paint(&reader, "tint")
    meter.paint = try paint(&reader, "paint")
    meter.label = try words(&reader, "label")
    meter.current = try words(&reader, "current")
    return meter
  }

  private func words(_ reader: inout MemberReader, _ name: String) throws(ViewFault) -> MeterContent.Words? {
    guard case .array(let list)? = reader.value(name) else {
      return try reader.text(name, limit: limits.labelBytes, code: "view.label").map { .plain($0) }
    }
    let pointer = reader.path(name)
    let runs = try runs(
      MemberReader.array(.array(list), at: pointer, atMost: limits.runs, code: "view.label"), at: pointer,
      limit: limits.labelBytes, code: "view.label")
    let isStyled = runs.contains { run in
      switch run {
      case .text(_, let style): style != TextStyle()
      case .lineBreak: true
      case .date, .timer: false
      }
    }
    guard !isStyled else { throw ViewFault("schema", at: pointer, "has a style or a line break of its own") }
    return .runs(runs)
  }

  func chart(_ reader: inout MemberReader) throws(ViewFault) -> ChartContent {
    guard let list = try reader.array("marks", atMost: limits.chartMarks, code: "view.chart") else {
      throw ViewFault("schema", at: reader.pointer, "lacks “marks”")
    }
    var marks: [ChartContent.Mark] = []
    for (place, value) in list.enumerated() {
      marks.append(try mark(value, at: "\(reader.pointer)/marks/\(place)"))
    }
    let chart = ChartContent(
      marks: marks, xAxis: try reader.bool("xAxis"), yAxis: try reader.bool("yAxis"),
      legend: try reader.bool("legend"))
    guard chart.series.count <= limits.chartSeries, chart.categories.count <= limits.chartCategories else {
      throw ViewFault("view.chart", at: reader.path("marks"), "has too many series or categories")
    }
    let kinds = marks.compactMap { mark in
      switch mark.x {
      case .category?: 0
      case .value?: 1
      case .time?: 2
      case nil: nil
      }
    }
    guard Set(kinds).count <= 1 else {
      throw ViewFault("view.chart", at: reader.path("marks"), "mixes kinds of x")
    }
    guard !chart.isPie || marks.allSatisfy({ $0.kind == .sector }) else {
      throw ViewFault("view.chart", at: reader.path("marks"), "mixes sectors with other marks")
    }
    return chart
  }

  private func mark(_ value: WireValue, at pointer: String) throws(ViewFault) -> ChartContent.Mark {
    var reader = try MemberReader(value, at: pointer)
    guard let kind = try reader.word("mark", of: ChartContent.MarkKind.self) else {
      throw ViewFault("schema", at: pointer, "lacks “mark”")
    }
    var mark = ChartContent.Mark(kind: kind)
    if let value = reader.value("x") {
      var x = try MemberReader(value, at: reader.path("x"))
      if let category = try x.text("category", limit: 256) {
        mark.x = .category(category)
      } else if let number = try x.integer("value", in: Self.values) {
        mark.x = .value(number)
      } else if let time = try x.time("time") {
        mark.x = .time(time)
      } else {
        throw ViewFault("schema", at: x.pointer, "is not a category, a value or a time")
      }
      try x.finish()
    }
    mark.y = try reader.integer("y", in: Self.values)
    mark.angle = try reader.integer("angle", in: Self.values)
    mark.series = try reader.text("series", limit: 256)
    mark.paint = try paint(&reader, "paint")
    try reader.finish()
    if let angle = mark.angle, angle < 0 {
      throw ViewFault("chart.angle", at: reader.path("angle"), "is negative")
    }
    guard kind == .sector ? mark.angle != nil : (mark.x != nil && mark.y != nil) || kind == .rule else {
      throw ViewFault("schema", at: pointer, "lacks the values its mark needs")
    }
    return mark
  }
}
