// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A text field. It is drawn with its text and accepts no input.
public struct TextField<Label: View>: View {
  let label: Label
  let text: Binding<String>

  public var body: some View {
    if text.wrappedValue.isEmpty { label.foregroundStyle(.tertiary) } else { Text(text.wrappedValue) }
  }
}

extension TextField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(label: Text(titleKey), text: text)
  }

  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>) { self.init(label: Text(title), text: text) }

  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
    self.init(label: prompt ?? Text(titleKey), text: text)
  }

  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
    self.init(label: Text(titleKey), text: text)
  }

  public init<Format: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<Format.FormatInput>, format: Format
  ) where Format.FormatOutput == String {
    self.init(
      label: Text(titleKey),
      text: Binding(get: { format.format(value.wrappedValue) }, set: { _ in }))
  }
}

/// A text field that is drawn with dots instead of its text.
public struct SecureField<Label: View>: View {
  let label: Label
  let text: Binding<String>

  public var body: some View {
    if text.wrappedValue.isEmpty {
      label.foregroundStyle(.tertiary)
    } else {
      Text(verbatim: String(repeating: "•", count: min(8, text.wrappedValue.count)))
    }
  }
}

extension SecureField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
    self.init(label: Text(titleKey), text: text)
  }
}

/// An editor for longer text. It is drawn with its text and accepts no input.
public struct TextEditor: View {
  let text: Binding<String>

  public init(text: Binding<String>) { self.text = text }

  public var body: some View { Text(text.wrappedValue).frame(maxWidth: .infinity, alignment: .topLeading) }
}

nonisolated extension View {
  public func textFieldStyle(_ style: some TextFieldStyle) -> some View { self }
}

public protocol TextFieldStyle {}

public struct DefaultTextFieldStyle: TextFieldStyle {
  public init() {}
}

public struct PlainTextFieldStyle: TextFieldStyle {
  public init() {}
}

public struct RoundedBorderTextFieldStyle: TextFieldStyle {
  public init() {}
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
  public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

extension TextFieldStyle where Self == PlainTextFieldStyle {
  public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}
