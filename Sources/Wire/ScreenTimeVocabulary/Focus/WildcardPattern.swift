// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// A pattern of `LIKE`: `*` for any text, `?` for one scalar, `\` before a scalar that stands for itself.
struct WildcardPattern {
  private enum Piece: Equatable {
    case anyText
    case anyScalar
    case scalar(Unicode.Scalar)
  }

  private let pieces: [Piece]

  init(_ pattern: [Unicode.Scalar]) {
    var pieces: [Piece] = []
    var isEscaped = false
    for scalar in pattern {
      if isEscaped {
        pieces.append(.scalar(scalar))
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        pieces.append(scalar == "*" ? .anyText : scalar == "?" ? .anyScalar : .scalar(scalar))
      }
    }
    if isEscaped { pieces.append(.scalar("\\")) }
    self.pieces = pieces
  }

  /// Goes back to the last `*` only, so the time is the length of the text times that of the pattern at most.
  func matches(_ text: [Unicode.Scalar]) -> Bool {
    var piece = 0
    var position = 0
    var retry: (piece: Int, position: Int)?
    while position < text.count {
      if piece < pieces.count, pieces[piece] == .anyText {
        piece += 1
        retry = (piece, position)
      } else if piece < pieces.count, pieces[piece] == .anyScalar || pieces[piece] == .scalar(text[position]) {
        piece += 1
        position += 1
      } else if let last = retry {
        piece = last.piece
        position = last.position + 1
        retry = (piece, position)
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .anyText }
  }
}
