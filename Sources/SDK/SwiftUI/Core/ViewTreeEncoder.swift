// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

package import ExtensionProtocol
package import Foundation

/// Resolves a view to the tree that is sent, and checks it first (`views.md#what-swiftui-code-does-here`).
@MainActor
package struct ViewTreeEncoder {
  package let session: ResolveSession
  package let environment: EnvironmentValues
  package let size: CGSize

  /// - Parameters:
  ///   - size: the frame of the surface in points; what the root is offered (VIEW-5).
  package init(session: ResolveSession, environment: EnvironmentValues, size: CGSize) {
    self.session = session
    self.environment = environment
    self.size = size
  }

  /// - Throws: `ViewTreeError` with the code of the first fault: the whole reply is an author's error then (VIEW-4).
  package func encode(_ view: any View) throws -> WireValue {
    let context = ResolveContext(session: session, environment: environment, proposal: size)
    let tree = context.resolveOne(view).wire
    if let failure = session.failure { throw failure }
    try ViewTreeLimits.check(tree)
    return tree
  }
}

extension EnvironmentValues {
  /// What the request's snapshot says of the person.
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

  /// Foundation's calendars by the names the wire uses.
  private static let calendars: [String: Calendar.Identifier] = [
    "buddhist": .buddhist, "chinese": .chinese, "coptic": .coptic, "gregorian": .gregorian, "hebrew": .hebrew,
    "indian": .indian, "islamic": .islamic, "iso8601": .iso8601, "japanese": .japanese, "persian": .persian,
  ]
}
