// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

internal import TextEscaping

/// The form fields of a page: the values of an act, and the passcode, which is sent to the console in a separate request,
/// never in an act.
struct FormTemplate {
  private let template: PageTemplate

  init(_ template: PageTemplate) { self.template = template }

  // MARK: - Values of acts

  func field(_ field: Control.Field) -> String {
    let attributes =
      "data-member=\"\(Markup.escape(field.member))\" data-form=\"\(field.form.rawValue)\""
      + (field.isOptional ? "" : " required")
    let label = template.phrase(field.label)
    guard field.options.isEmpty else {
      let choices = field.options.map { option in
        let isChosen = option.value == field.value ? " selected" : ""
        return "<option value=\"\(Markup.escape(option.value))\"\(isChosen)>\(Markup.escape(option.says))</option>"
      }
      return "<label>\(label) <select \(attributes)>\(choices.joined())</select></label>"
    }
    let value = "value=\"\(Markup.escape(field.value))\" autocomplete=\"off\""
    guard !field.form.isNumber else {
      return
        "<label>\(label) <input type=\"number\" min=\"1\" max=\"\(field.most)\" step=\"1\" \(attributes) \(value)></label>"
    }
    return """
      <label>\(label) <input type="text" \(attributes) \(value) maxlength="\(field.most)" spellcheck="false" dir="auto">\
      </label>
      """
  }

  // MARK: - The passcode

  private struct Entry {
    var label: String
    var name: String
    var kind = "current-password"
  }

  func passcode(_ form: PasscodeForm) -> String {
    let new = [
      Entry(label: "New passcode", name: "new", kind: "new-password"),
      Entry(label: "Again", name: "again", kind: "new-password"),
    ]
    let present = [Entry(label: "Passcode", name: "passcode")]
    guard case .console = template.place else {
      let words = form == .set ? ["set"] : ["change", "recover", "remove"]
      return words.map { "<p class=\"command\">The passcode: <code>sallyport passcode \($0)</code></p>" }.joined(
        separator: "\n")
    }
    switch form {
    case .set: return self.form("set", new, "Set the passcode")
    case .given:
      return self.form("elevate", present, "Act as the guardian for 5 minutes")
        + folded("Change the passcode", self.form("change", present + new, "Change the passcode"))
        + folded(
          "Replace a forgotten passcode",
          self.form(
            "recover", [Entry(label: "Recovery code", name: "code", kind: "off")] + new, "Replace the passcode"))
        + folded(
          "Replace it without the recovery code",
          "<p>It waits as long as a change that opens something, and until then every page says so.</p>"
            + self.form("replace", new, "Ask to replace the passcode"))
        + folded("Remove the passcode", self.form("remove", present, "Remove the passcode"))
    }
  }

  private func folded(_ summary: String, _ content: String) -> String {
    "\n<details><summary>\(summary)</summary>\(content)</details>"
  }

  private func form(_ act: String, _ entries: [Entry], _ button: String) -> String {
    let fields = entries.map { entry in
      """
      <label>\(entry.label) <input type="password" name="\(entry.name)" autocomplete="\(entry.kind)" minlength="6" \
      maxlength="64" required></label>
      """
    }
    // A password manager files the passcode under this name.
    let name = "<input type=\"text\" name=\"username\" autocomplete=\"username\" value=\"guardian\" hidden>"
    return """
      <form class="passcode" data-passcode="\(act)">\(name)\(fields.joined())
      <button type="submit">\(button)</button></form>
      """
  }
}
