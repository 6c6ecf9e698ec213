// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

#if Pictures
  extension PictureCanvas {
    /// Blurs the whole canvas with three box blurs in sequence, which approximate a Gaussian.
    ///
    /// - Parameter deviation: the standard deviation of the Gaussian, in points.
    func blur(deviation: Double) {
      // The width of three boxes that together have the same standard deviation.
      let width = Int((deviation * scale * 1.88 + 0.5).rounded(.down))
      let radius = min(width / 2, 400)
      guard radius > 0 else { return }
      withPixels { [rows = height, columns = self.width] pixels, stride in
        for _ in 0..<3 {
          for row in 0..<rows {
            Self.box(&pixels, start: row * stride, step: 1, count: columns, radius: radius)
          }
          for column in 0..<columns {
            Self.box(&pixels, start: column, step: stride, count: rows, radius: radius)
          }
        }
      }
    }

    /// Replaces each pixel of one line with the mean of its surroundings. Pixels beyond the edge count as transparent.
    private static func box(_ pixels: inout [UInt32], start: Int, step: Int, count: Int, radius: Int) {
      let size = UInt32(2 * radius + 1)
      var line = [UInt32](repeating: 0, count: count)
      var sums: (a: UInt32, r: UInt32, g: UInt32, b: UInt32) = (0, 0, 0, 0)
      func add(_ pixel: UInt32) {
        sums.a += pixel >> 24
        sums.r += pixel >> 16 & 255
        sums.g += pixel >> 8 & 255
        sums.b += pixel & 255
      }
      for place in 0..<count { line[place] = pixels[start + place * step] }
      for place in 0..<min(radius, count) { add(line[place]) }
      for place in 0..<count {
        if place + radius < count { add(line[place + radius]) }
        if place > radius {
          let old = line[place - radius - 1]
          sums.a -= old >> 24
          sums.r -= old >> 16 & 255
          sums.g -= old >> 8 & 255
          sums.b -= old & 255
        }
        pixels[start + place * step] =
          (sums.a / size) << 24 | (sums.r / size) << 16 | (sums.g / size) << 8 | sums.b / size
      }
    }
  }
#endif
