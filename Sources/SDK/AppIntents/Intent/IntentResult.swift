// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import FoundationShims
public import SwiftUI

/// The result of an intent.
public protocol IntentResult: Sendable {
  associatedtype Value: Sendable = Never
  var value: Value? { get }
}

/// A result with a value.
public protocol ReturnsValue<Value>: IntentResult {}

/// A result with words for the person. Nothing here says them.
public protocol ProvidesDialog: IntentResult {}

/// A result that continues with another intent. Nothing here runs it.
public protocol OpensIntent: IntentResult {}

/// A result with a view. Nothing here shows it.
public protocol ShowsSnippetView: IntentResult {}

/// The result of an intent, with the types of its parts; `Never` stands for a part that it does not have.
public struct IntentResultContainer<Value: Sendable, Opened, Snippet, Dialog>: IntentResult {
  public let value: Value?
}

extension IntentResultContainer: ReturnsValue where Value: _IntentValue {}
extension IntentResultContainer: OpensIntent where Opened: AppIntent {}
extension IntentResultContainer: ShowsSnippetView where Snippet: View {}
extension IntentResultContainer: ProvidesDialog where Dialog == IntentDialog {}

/// The result of an intent that has no `perform` of its own.
public struct _NothingPerformed: IntentResult {
  public var value: Never? { nil }
}

/// Words of an intent for the person.
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable {
  public let full: LocalizedStringResource

  public init(_ full: LocalizedStringResource) { self.full = full }

  public init(full: LocalizedStringResource, supporting: LocalizedStringResource, systemImageName: String? = nil) {
    self.full = full
  }

  public init(full: LocalizedStringResource, systemImageName: String) { self.full = full }

  public init(stringLiteral value: String) { self.init(LocalizedStringResource(stringLiteral: value)) }

  public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
    self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
  }
}

extension IntentResult {
  public static func result() -> Self where Self == IntentResultContainer<Never, Never, Never, Never> {
    IntentResultContainer(value: nil)
  }

  public static func result(
    dialog: IntentDialog
  ) -> Self where Self == IntentResultContainer<Never, Never, Never, IntentDialog> { IntentResultContainer(value: nil) }

  public static func result<Snippet: View>(
    @ViewBuilder view: () -> Snippet
  ) -> Self where Self == IntentResultContainer<Never, Never, Snippet, Never> { IntentResultContainer(value: nil) }

  public static func result<Snippet: View>(
    view: Snippet
  ) -> Self where Self == IntentResultContainer<Never, Never, Snippet, Never> { IntentResultContainer(value: nil) }

  public static func result<Snippet: View>(
    dialog: IntentDialog, view: Snippet
  ) -> Self where Self == IntentResultContainer<Never, Never, Snippet, IntentDialog> {
    IntentResultContainer(value: nil)
  }

  public static func result<Opened: AppIntent>(
    opensIntent: Opened
  ) -> Self where Self == IntentResultContainer<Never, Opened, Never, Never> { IntentResultContainer(value: nil) }

  public static func result<Opened: AppIntent>(
    opensIntent: Opened, dialog: IntentDialog
  ) -> Self where Self == IntentResultContainer<Never, Opened, Never, IntentDialog> {
    IntentResultContainer(value: nil)
  }

  public static func result<Result: Sendable>(
    value: Result
  ) -> Self where Self == IntentResultContainer<Result, Never, Never, Never> { IntentResultContainer(value: value) }

  public static func result<Result: Sendable>(
    value: Result, dialog: IntentDialog
  ) -> Self where Self == IntentResultContainer<Result, Never, Never, IntentDialog> {
    IntentResultContainer(value: value)
  }

  public static func result<Result: Sendable, Opened: AppIntent>(
    value: Result, opensIntent: Opened
  ) -> Self where Self == IntentResultContainer<Result, Opened, Never, Never> { IntentResultContainer(value: value) }

  public static func result<Result: Sendable, Snippet: View>(
    value: Result, view: Snippet
  ) -> Self where Self == IntentResultContainer<Result, Never, Snippet, Never> { IntentResultContainer(value: value) }

  public static func result<Result: Sendable, Snippet: View>(
    value: Result, dialog: IntentDialog, view: Snippet
  ) -> Self where Self == IntentResultContainer<Result, Never, Snippet, IntentDialog> {
    IntentResultContainer(value: value)
  }
}
