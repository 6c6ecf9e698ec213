// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import FamilyControls
import ManagedSettings
import SwiftUI

struct Stat: View {
  var title: LocalizedStringKey
  var value: String
  var symbol: String
  var tint: Color = .accentColor

  var body: some View {
    HStack(spacing: 8) {
      Image(systemName: symbol).symbolVariant(.fill).imageScale(.large).foregroundStyle(tint)
        .frame(width: 28, height: 28).background(tint.opacity(0.15), in: Circle())
      VStack(alignment: .leading, spacing: 0) {
        Text(title).font(.caption).foregroundStyle(.secondary).textCase(.uppercase).kerning(0.5)
        Text(value).font(.system(.title3, design: .rounded, weight: .bold)).contentTransition(.numericText())
      }
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

struct TopAppRow: View {
  let app: TopApp
  let share: Double

  var body: some View {
    HStack {
      Group {
        if let token = app.token {
          Label(token).labelStyle(AppLabelStyle())
        } else {
          Label(app.name, systemImage: "app.dashed")
        }
      }
      .frame(maxWidth: 120, alignment: .leading)
      GeometryReader { proxy in
        Capsule().fill(.quaternary)
          .overlay(alignment: .leading) {
            Capsule().fill(.tint).frame(width: max(4, proxy.size.width * min(1, share)))
          }
      }
      .frame(height: 8)
      Text(app.duration.short).font(.footnote).monospacedDigit().fixedSize()
    }
    .padding(.vertical, 6)
    .contextMenu { Button("Hide", role: .destructive) {} }
    .swipeActions(edge: .trailing) { Button("Limit", systemImage: "hourglass") {} }
    .accessibilityElement(children: .ignore)
    .accessibilityLabel(Text("\(app.name), \(app.duration.short), \(app.pickups) pickups"))
  }
}

struct AppLabelStyle: LabelStyle {
  func makeBody(configuration: Configuration) -> some View {
    HStack(spacing: 6) {
      configuration.icon.scaleEffect(1.2)
      configuration.title.font(.subheadline).lineLimit(1)
    }
  }
}

struct BoxModifier: ViewModifier {
  @Environment(\.colorScheme) var scheme

  func body(content: Content) -> some View {
    content
      .padding(14)
      .frame(maxWidth: .infinity, alignment: .leading)
      .background {
        RoundedRectangle(cornerRadius: 18, style: .continuous)
          .fill(scheme == .dark ? AnyShapeStyle(.regularMaterial) : AnyShapeStyle(Color.white))
          .shadow(color: .black.opacity(scheme == .dark ? 0 : 0.08), radius: 10, x: 0, y: 6)
      }
  }
}

extension View {
  func groupBoxed() -> some View { modifier(BoxModifier()) }
}
