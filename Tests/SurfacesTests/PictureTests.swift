// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import ExtensionProtocol
import Surfaces
import Testing

/// PNG has no golden files, because glyphs depend on the machine: these tests check size, position and colour
/// (VIEW-34).
@Suite(.enabled(if: Picture.isAvailable, "needs a build with the package trait Pictures"))
struct PictureTests {
  private func surface(_ node: WireValue, _ frame: Extent = Samples.frame) throws -> ReportSurface {
    let tree = try ViewTree(node, in: ViewContext(point: .report))
    return try ReportSurface(tree, frame: frame, chrome: Samples.chrome, environment: Samples.environment())
  }

  private func pixels(_ node: WireValue, _ scheme: DrawEnvironment.Scheme = .light) throws -> Pixels {
    try #require(Pixels(png: try surface(node).picture(scheme, scale: .one).png))
  }

  private static func block(_ paint: WireValue) -> WireValue {
    ["kind": "shape", "shape": "rectangle", "fill": paint]
  }

  @Test(arguments: Picture.Scale.allCases) func `is as large as the page times its scale`(
    scale: Picture.Scale
  ) throws {
    let small = try #require(Pixels(png: try surface(Samples.text("Hello")).picture(scale: .one).png))
    let picture = try #require(Pixels(png: try surface(Samples.text("Hello")).picture(scale: scale).png))
    #expect(small.width == 360 + 72)
    #expect(picture.width == small.width * scale.rawValue)
    #expect(abs(picture.height - small.height * scale.rawValue) < scale.rawValue)
  }

  @Test func `paints a colour where the draw list puts it, in its scheme`() throws {
    #expect(try pixels(Self.block("blue")).pixel(x: 216, y: 300) == [0, 122, 255])
    #expect(try pixels(Self.block("blue"), .dark).pixel(x: 216, y: 300) == [10, 132, 255])
    #expect(try pixels(Self.block("#11223344")).pixel(x: 216, y: 300) == [191, 196, 200])
  }

  @Test func `draws dark text on light and light text on dark`() throws {
    func inked(_ scheme: DrawEnvironment.Scheme, _ test: (UInt8) -> Bool) throws -> Int {
      let text = Samples.text("MMMMMMMM", ["size": 60_000, "weight": "black"])
      let pixels = try pixels(text, scheme)
      return (80..<350).flatMap { x in (200..<440).map { pixels.pixel(x: x, y: $0)[0] } }.count(where: test)
    }
    #expect(try inked(.light) { $0 < 40 } > 2_000)
    #expect(try inked(.dark) { $0 > 220 } > 2_000)
  }

  @Test func `fits each line to its measured width with any fonts`() throws {
    let node = Samples.text("Wide enough to see", ["size": 30_000])
    let drawing = try surface(node).drawing
    guard case .text(let line)? = drawing.items.first else { Issue.record("no line"); return }
    let picture = try pixels(node)
    let inked = (0..<picture.width).filter { x in
      (200..<440).contains { picture.pixel(x: x, y: $0)[0] < 120 }
    }
    let (left, right) = (36 + line.x / 1_000, 36 + (line.x + line.width) / 1_000)
    #expect(abs(try #require(inked.first) - left) <= 5)
    #expect(abs(try #require(inked.last) - right) <= 5)
  }

  @Test func `paints nothing outside the frame`() throws {
    let huge = Samples.stack(
      "zstack",
      [
        [
          "kind": "shape", "shape": "rectangle", "fill": "red",
          "modifiers": [["apply": "frame", "width": 9_000_000, "height": 9_000_000]],
        ]
      ])
    let picture = try pixels(huge)
    #expect(picture.pixel(x: 216, y: 300) == [255, 59, 48])
    #expect(picture.pixel(x: 216, y: 50) != [255, 59, 48], "the header is painted over")
    #expect(picture.pixel(x: 8, y: 300) != [255, 59, 48], "the page is painted over")
  }

  @Test func `counts rows that don't fit instead of scrolling (VIEW-31)`() throws {
    let low = try surface(Samples.list, Extent(360_000, 128_000))
    let picture = try #require(Pixels(png: try low.picture(scale: .one).png))
    #expect(picture.height < 128 + 72 + 120)
  }

  @Test func `lays out from right to left if the locale does`() throws {
    var environment = Samples.environment()
    environment.direction = .rightToLeft
    let node = Samples.stack("hstack", [Self.block("red"), Self.block("blue")], spacing: 0)
    let tree = try ViewTree(node, in: ViewContext(point: .report))
    let surface = try ReportSurface(tree, frame: Samples.frame, chrome: Samples.chrome, environment: environment)
    let picture = try #require(Pixels(png: try surface.picture(scale: .one).png))
    #expect(picture.pixel(x: 100, y: 300) == [0, 122, 255])
    #expect(picture.pixel(x: 330, y: 300) == [255, 59, 48])
  }

  @Test func `refuses a page too large for a picture`() throws {
    let surface = try surface(Samples.text("x"), Extent(9_000_000, 9_000_000))
    #expect(throws: ViewFault.self) { try surface.picture(scale: .one) }
    do throws(ViewFault) { _ = try surface.picture(scale: .three) } catch { #expect(error.code == "picture.sides") }
  }

  @Test func `keeps the colour of blurred content, and draws a shadow in its own colour`() throws {
    func square(_ modifier: WireValue) -> WireValue {
      [
        "kind": "shape", "shape": "rectangle", "fill": "#ff0000ff",
        "modifiers": [["apply": "frame", "width": 100_000, "height": 100_000], modifier],
      ]
    }
    func middle(_ picture: Pixels) -> Int {
      let red = (0..<picture.height).filter {
        picture.pixel(x: 216, y: $0)[1] < 60 && picture.pixel(x: 216, y: $0)[0] > 200
      }
      return ((red.first ?? 0) + (red.last ?? 0)) / 2
    }
    let blurred = try pixels(square(["apply": "blur", "radius": 12_000]))
    let inside = blurred.pixel(x: 216, y: middle(blurred))
    #expect(inside[0] > 245 && inside[1] < 12 && inside[2] < 12, "\(inside)")
    let shadow: WireValue = ["apply": "shadow", "paint": "#0000ffff", "radius": 6_000, "x": 120_000]
    let beside = try pixels(square(shadow))
    let place = beside.pixel(x: 216 + 110, y: middle(beside))
    #expect(place[2] > 245 && place[0] < 12, "\(place)")
  }

  @Test func `refuses nested shadows before they take long to paint (VIEW-25)`() throws {
    var node = Self.block("red")
    for _ in 0..<20 {
      let modifiers = (0..<30).map { _ -> WireValue in ["apply": "shadow", "radius": 200_000, "x": 3_000] }
      guard case .object(var object) = Samples.stack("zstack", [node]) else { return }
      object["modifiers"] = .array(modifiers)
      node = .object(object)
    }
    let surface = try surface(node)
    do throws(ViewFault) {
      _ = try surface.picture(scale: .three)
      Issue.record("a picture of 2^600 shadows was painted")
    } catch { #expect(error.code == "view.layout") }
  }

  @Test func `refuses a path that would take too long to rasterise (VIEW-25)`() throws {
    var seed: UInt64 = 7
    func next() -> WireValue {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1
      return .integer(Int64(seed >> 33) % 390_000)
    }
    var commands: [WireValue] = [["M", next(), next()]]
    for _ in 0..<600 { commands.append(["C", next(), next(), next(), next(), next(), next()]) }
    let tangle: WireValue = [
      "kind": "shape", "shape": "path", "commands": .array(commands), "stroke": ["paint": "red", "width": 20_000],
    ]
    let surface = try surface(tangle)
    do throws(ViewFault) {
      _ = try surface.picture(scale: .three)
      Issue.record("a tangle of six hundred curves was painted")
    } catch { #expect(error.code == "view.layout") }
  }

  @Test func `paints or refuses nested scales without a crash`() throws {
    var node = Self.block("red")
    for _ in 0..<10 {
      guard case .object(var object) = Samples.stack("zstack", [node]) else { return }
      object["modifiers"] = .array((0..<32).map { _ in ["apply": "scale", "x": 10_000, "y": 10_000] })
      node = .object(object)
    }
    let surface = try surface(node)
    do throws(ViewFault) { _ = try surface.picture(scale: .one) } catch {
      #expect(["view.layout", "picture.failed"].contains(error.code))
    }
  }

  @Test func `refuses a line of a billion dashes (VIEW-25)`() throws {
    let node: WireValue = [
      "kind": "shape", "shape": "rectangle",
      "stroke": ["paint": "red", "width": 1_000, "dash": [1, 1]],
      "modifiers": [["apply": "frame", "width": 9_000_000, "height": 9_000_000]],
    ]
    let surface = try surface(node)
    do throws(ViewFault) {
      _ = try surface.picture(scale: .one)
      Issue.record("a billion dashes were painted")
    } catch { #expect(error.code == "view.layout") }
  }

  @Test func `draws a shield like a phone: a background to the edges, a button near the bottom`() throws {
    var content = ShieldContent()
    content.primaryButtonBackground = RGBA(200, 30, 30)
    let shield = ShieldSurface(
      content, itemName: "Block World", familyName: "Homework", environment: Samples.environment())
    let picture = try #require(Pixels(png: try shield.picture(.light, scale: .one).png))
    #expect(picture.width == 390)
    let red = (0..<picture.height).filter { picture.pixel(x: 60, y: $0) == [200, 30, 30] }
    #expect(red.count > 40)
    #expect(try #require(red.first) > picture.height * 7 / 10)
    #expect(picture.pixel(x: 0, y: 0) != [255, 255, 255])
  }
}
