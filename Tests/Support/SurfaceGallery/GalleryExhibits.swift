// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The exhibits of the gallery, in the order of the page. A test checks that every kind of node, every modifier and
/// every word of the tree occurs.
enum GalleryExhibits {
  static let all = [
    type, longText, liveText, symbols, colors, shapes, effects, images, stacks, grids, list, meters, bars, lines, pies,
    controls, notices,
  ]
}
