// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI

struct CardModifier: ViewModifier {
  var cornerRadius: CGFloat = 12
  func body(content: Content) -> some View {
    content.padding(12).background(.ultraThinMaterial, in: RoundedRectangle(cornerRadius: cornerRadius))
  }
}

extension View {
  func card(_ radius: CGFloat = 12) -> some View { modifier(CardModifier(cornerRadius: radius)) }

  @ViewBuilder
  func hidden(if condition: Bool) -> some View {
    if condition { hidden() } else { self }
  }

  func square(_ side: CGFloat) -> some View { frame(width: side, height: side) }
}

extension Color {
  static let brand = Color(hex: 0xFF8800)
  static let panel = Color("Panel")
  init(hex: UInt, alpha: Double = 1) {
    self.init(
      .sRGB, red: Double((hex >> 16) & 0xFF) / 255, green: Double((hex >> 8) & 0xFF) / 255,
      blue: Double(hex & 0xFF) / 255, opacity: alpha)
  }
}

extension Font {
  static let brand = Font.custom("Avenir-Next", size: 17, relativeTo: .body)
  static func rounded(_ size: CGFloat) -> Font { .system(size: size, weight: .semibold, design: .rounded) }
}

private struct CompactKey: EnvironmentKey { static let defaultValue = false }

private struct AccentKey: EnvironmentKey { static let defaultValue = Color.blue }

extension EnvironmentValues {
  var brandAccent: Color {
    get { self[AccentKey.self] }
    set { self[AccentKey.self] = newValue }
  }
  var isCompact: Bool {
    get { self[CompactKey.self] }
    set { self[CompactKey.self] = newValue }
  }
}

struct WidthKey: PreferenceKey {
  static var defaultValue: CGFloat = 0
  static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
}

struct Wave: Shape {
  var phase: Double
  var animatableData: Double {
    get { phase }
    set { phase = newValue }
  }
  func path(in rect: CGRect) -> Path {
    Path { path in
      path.move(to: CGPoint(x: rect.minX, y: rect.midY))
      for x in stride(from: 0, through: rect.width, by: 4) {
        path.addLine(to: CGPoint(x: x, y: rect.midY + sin(x / 10 + phase) * 8))
      }
      path.addQuadCurve(to: CGPoint(x: rect.maxX, y: rect.maxY), control: CGPoint(x: rect.midX, y: rect.maxY))
      path.addCurve(to: .zero, control1: CGPoint(x: 1, y: 2), control2: CGPoint(x: 3, y: 4))
      path.addRoundedRect(in: rect, cornerSize: CGSize(width: 4, height: 4))
      path.addEllipse(in: rect)
      path.addRect(rect.insetBy(dx: 2, dy: 2))
      path.closeSubpath()
    }
  }
}

struct PillToggleStyle: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    Button {
      configuration.isOn.toggle()
    } label: {
      HStack {
        configuration.label; Image(systemName: configuration.isOn ? "checkmark.circle.fill" : "circle")
      }
    }
  }
}

struct ScaleButtonStyle: ButtonStyle {
  @Environment(\.isEnabled) private var isEnabled
  func makeBody(configuration: Configuration) -> some View {
    configuration.label.scaleEffect(configuration.isPressed ? 0.95 : 1).opacity(isEnabled ? 1 : 0.5)
      .animation(.easeOut(duration: 0.2), value: configuration.isPressed)
  }
}

struct StackedLabelStyle: LabelStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack(spacing: 4) {
      configuration.icon.font(.title2); configuration.title.font(.caption)
    }
  }
}

struct RingProgressStyle: ProgressViewStyle {
  func makeBody(configuration: Configuration) -> some View {
    ZStack {
      Circle().stroke(Color.gray.opacity(0.2), lineWidth: 8)
      Circle().trim(from: 0, to: configuration.fractionCompleted ?? 0)
        .stroke(
          AngularGradient(gradient: Gradient(colors: [.red, .blue]), center: .center),
          style: StrokeStyle(lineWidth: 8, lineCap: .round)
        )
        .rotationEffect(.degrees(-90))
      configuration.label
    }
  }
}

struct ThickGaugeStyle: GaugeStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack {
      configuration.label; Text("\(Int(configuration.value * 100)) %"); configuration.currentValueLabel
    }
  }
}

struct PlainGroup: GroupBoxStyle {
  func makeBody(configuration: Configuration) -> some View {
    VStack(alignment: .leading) {
      configuration.label; configuration.content
    }
  }
}
