// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The parts behind what a person sees without opening an app.
struct HomeScreen {
  let notices: Notices
  let widgets: Widgets
  let widgetReplies: WidgetReplies
  let filters: Filters
}
