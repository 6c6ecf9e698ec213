// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The colours of the host's frame around a surface. The style sheet contains the same ones for pages.
struct PageColors {
  let top: RGBA
  let bottom: RGBA
  var card: RGBA
  let bar: RGBA
  let line: RGBA
  let edge: RGBA
  let shadow: RGBA
  let text: RGBA
  let faint: RGBA

  init(_ scheme: DrawEnvironment.Scheme) {
    switch scheme {
    case .light:
      (top, bottom) = (RGBA(238, 241, 248), RGBA(224, 229, 240))
      (card, bar) = (RGBA(255, 255, 255), RGBA(255, 255, 255))
      (line, edge, shadow) = (RGBA(60, 60, 67, 31), RGBA(20, 30, 60, 20), RGBA(20, 30, 60, 46))
      (text, faint) = (RGBA(28, 28, 30), RGBA(107, 107, 115))
    case .dark:
      (top, bottom) = (RGBA(24, 26, 34), RGBA(9, 10, 14))
      (card, bar) = (RGBA(28, 28, 30), RGBA(28, 28, 30))
      (line, edge, shadow) = (RGBA(255, 255, 255, 26), RGBA(255, 255, 255, 28), RGBA(0, 0, 0, 140))
      (text, faint) = (RGBA(242, 242, 245), RGBA(160, 160, 168))
    }
  }

  var backdrop: Paint {
    let stops = [
      Gradient.Stop(color: NamedColor(.rgba(top)), at: 0), Gradient.Stop(color: NamedColor(.rgba(bottom)), at: 1_000),
    ]
    return .gradient(Gradient(form: .linear(from: LayoutPoint(300, 0), to: LayoutPoint(700, 1_000)), stops: stops))
  }
}
