// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import Foundation

/// Resolves a view to the tree to send, and checks it (`views.md#what-swiftui-code-does-here`).
@MainActor
package struct ViewTreeEncoder {
  package let session: ResolveSession
  package let environment: EnvironmentValues
  package let size: CGSize

  /// - Parameter size: The frame of the surface in points, which is proposed to the root (VIEW-5).
  package init(session: ResolveSession, environment: EnvironmentValues, size: CGSize) {
    self.session = session
    self.environment = environment
    self.size = size
  }

  /// - Throws: `ViewTreeError` with the code of the first error, which fails the whole reply (VIEW-4).
  package func encode(_ view: any View) throws -> WireValue {
    let tree = try resolved(view)
    try ViewTreeLimits.check(tree)
    return tree
  }

  private func resolved(_ view: any View) throws -> WireValue {
    let context = ResolveContext(session: session, environment: environment, proposal: size)
    let tree = context.resolveOne(view).wire
    if let failure = session.failure { throw failure }
    return tree
  }

  /// Resolves the content of a widget and puts the root around it.
  ///
  /// - Parameter margins: The margins at the four edges in thousandths of a point, or `nil` for the host's own.
  package func encodeWidget(_ view: any View, margins: [Int64]?) throws -> WireValue {
    let content = try resolved(view)
    let tree: WireValue = [
      "background": session.containerBackground, "child": content, "kind": "widget", "margins": margins?.wire,
      "url": session.widgetURL.map { .string($0) },
    ]
    try ViewTreeLimits.check(tree)
    return tree
  }
}

extension EnvironmentValues {
  /// Creates the environment from the person's settings in the request's snapshot.
  package init(_ person: EnvironmentSnapshot) {
    self.init()
    locale = Locale(identifier: person.locale)
    layoutDirection = locale.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
    timeZone = TimeZone(identifier: person.timeZone) ?? .current
    calendar = Calendar(identifier: Self.calendars[person.calendar] ?? .gregorian)
    calendar.timeZone = timeZone
    calendar.locale = locale
    calendar.firstWeekday = Int(person.firstWeekday)
    colorScheme = person.colorScheme == .dark ? .dark : .light
  }

  /// Foundation's calendars by their names on the wire.
  private static let calendars: [String: Calendar.Identifier] = [
    "buddhist": .buddhist, "chinese": .chinese, "coptic": .coptic, "gregorian": .gregorian, "hebrew": .hebrew,
    "indian": .indian, "islamic": .islamic, "iso8601": .iso8601, "japanese": .japanese, "persian": .persian,
  ]
}
