// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// What the gallery shows, in the order in which it is read. A test holds that every kind of node, every modifier and
/// every word of the tree occurs in it.
enum GalleryExhibits {
  static let all = [
    type, longText, liveText, symbols, colors, shapes, effects, images, stacks, grids, list, meters, bars, lines, pies,
    controls, notices,
  ]
}
