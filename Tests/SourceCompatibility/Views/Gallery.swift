// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI

// Views as people write them: one of nearly each primitive and modifier, in the shapes that they are found in.

enum Tab: String, CaseIterable, Identifiable { case day, week, month; var id: String { rawValue } }

struct Gallery: View {
  @State private var tab: Tab = .day
  @State private var isOn = true
  @State private var value = 0.4
  @State private var width: CGFloat = 0
  @State private var name = ""
  @State private var date = Date()
  @Namespace private var namespace
  @FocusState private var isFocused: Bool
  @ScaledMetric private var size: CGFloat = 20
  @ScaledMetric(relativeTo: .title) private var large = 30.0
  @GestureState private var drag = CGSize.zero
  @SceneStorage("tab") private var stored = "day"
  @AppStorage("goal", store: UserDefaults(suiteName: "group.com.example.focus")) private var goal = 3
  @Environment(\.brandAccent) private var accent
  @Environment(\.isCompact) private var isCompact
  @Environment(\.horizontalSizeClass) private var sizeClass
  @Environment(\.openURL) private var openURL
  @Environment(\.locale) private var locale
  @Environment(\.layoutDirection) private var direction
  @Environment(\.dynamicTypeSize) private var typeSize
  @Environment(\.presentationMode) private var presentationMode
  @Environment(\.accessibilityReduceMotion) private var reduceMotion
  @Environment(\.sizeCategory) private var sizeCategory
  @Environment(\.displayScale) private var scale
  @Environment(\.calendar) private var calendar

  private let site = URL(filePath: "/")
  let rows = [GridItem(.fixed(40)), GridItem(.flexible(minimum: 10, maximum: 50))]

  var body: some View {
    NavigationView {
      TabView(selection: $tab) {
        texts.tabItem { Label("Texts", systemImage: "textformat") }.tag(Tab.day)
        shapes.tabItem {
          Image(systemName: "circle"); Text("Shapes")
        }.tag(Tab.week)
        controls.badge(3).tag(Tab.month)
      }
      .tabViewStyle(.page(indexDisplayMode: .never))
      .navigationBarTitle("Gallery", displayMode: .inline)
      .navigationBarHidden(true)
    }
    .navigationViewStyle(.stack)
    .environment(\.brandAccent, .red)
    .environment(\.isCompact, true)
    .onPreferenceChange(WidthKey.self) { width = $0 }
    .accentColor(.purple)
  }

  private var texts: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text("Hello, **world** and \(name)")
      Text(verbatim: "as it is")
      Text("A") + Text("B").bold().foregroundColor(.red) + Text(" C").font(.caption)
      Text(date, style: .date)
      Text(date, style: .relative).monospacedDigit()
      Text(timerInterval: date...date.addingTimeInterval(60), countsDown: true)
      Text(date...date.addingTimeInterval(60))
      Text(date, formatter: dateFormatter)
      Text(value, format: .percent.precision(.fractionLength(0)))
      Text(12, format: .number)
      Text(date.formatted(date: .abbreviated, time: .omitted))
      Text("Price: \(value, specifier: "%.2f")")
      Text("On \(date, format: .dateTime.month().day())")
      Text("\(Image(systemName: "flame.fill")) Streak: \(goal)")
      Text(LocalizedStringKey("key")).textCase(.uppercase)
      Text(LocalizedStringResource("resource"))
      Text(AttributedString("attributed"))
      Text("Long text that has to be cut somewhere").lineLimit(2).truncationMode(.tail).allowsTightening(true)
      Text("Wide").tracking(2).kerning(1).baselineOffset(2).underline().strikethrough(true, color: .red)
      Text("Design").fontDesign(.rounded).fontWeight(.heavy).italic().fontWidth(.condensed)
      Text("Lines").lineSpacing(4).multilineTextAlignment(.center).lineLimit(1...3).lineLimit(2, reservesSpace: true)
      Text("Styled").font(.system(.title2, design: .serif, weight: .bold)).foregroundStyle(.primary, .secondary)
      Text("Gradient").foregroundStyle(.linearGradient(colors: [.red, .orange], startPoint: .top, endPoint: .bottom))
      Text("Brand").font(.brand).foregroundStyle(accent).tint(.pink)
      Text("Redacted").redacted(reason: .placeholder).unredacted().privacySensitive()
      Text("Menu").contextMenu { Button("One") {} }.help("Help")
      Label("Title", systemImage: "star").labelStyle(StackedLabelStyle())
      Label {
        Text("Title")
      } icon: {
        Image("icon").resizable().scaledToFit().frame(width: 20)
      }
      Link("Site", destination: site)
      Text("a").font(Font.body.weight(.bold).italic()).font(.title.bold()).font(.footnote.smallCaps())
    }
    .font(.brand)
    .padding([.horizontal, .top], 16)
    .padding(.vertical)
    .padding(EdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4))
    .safeAreaInset(edge: .bottom) { Text("Inset") }
    .safeAreaPadding(.horizontal, 8)
    .contentMargins(.horizontal, 8, for: .scrollContent)
    .environment(\.layoutDirection, .rightToLeft)
  }

  private var shapes: some View {
    ScrollView([.horizontal, .vertical]) {
      LazyVStack(alignment: .leading, spacing: 4, pinnedViews: [.sectionHeaders]) {
        Section(header: Text("Shapes")) {
          Rectangle().fill(.red).frame(height: 10).cornerRadius(4)
          RoundedRectangle(cornerRadius: 8, style: .continuous).strokeBorder(.blue, lineWidth: 2)
          RoundedRectangle(cornerSize: CGSize(width: 4, height: 8)).fill(Color.panel)
          UnevenRoundedRectangle(topLeadingRadius: 8, bottomTrailingRadius: 8).fill(.green)
          Capsule(style: .continuous).fill(.tint).frame(
            maxWidth: .infinity, minHeight: 4, idealHeight: 6, maxHeight: 8, alignment: .leading)
          Circle().inset(by: 4).stroke(
            .orange, style: StrokeStyle(lineWidth: 4, lineCap: .round, lineJoin: .round, dash: [4, 2], dashPhase: 1))
          Ellipse().trim(from: 0.1, to: 0.9).stroke(lineWidth: 3).foregroundColor(.mint)
          ContainerRelativeShape().fill(.background)
          Wave(phase: 1).fill(
            AngularGradient(colors: [.red, .blue], center: .center, startAngle: .zero, endAngle: .degrees(180)))
          Path {
            $0.addArc(center: .zero, radius: 10, startAngle: .degrees(0), endAngle: .degrees(90), clockwise: true)
          }
          .stroke(Color.red, lineWidth: 1)
          Circle().fill(
            RadialGradient(
              gradient: Gradient(stops: [.init(color: .red, location: 0), .init(color: .clear, location: 1)]),
              center: .center, startRadius: 0, endRadius: 20))
          AnyShape(Circle()).fill(EllipticalGradient(colors: [.red, .blue]))
          Color.red.frame(width: 10, height: 10).clipShape(Circle()).overlay(alignment: .topTrailing) { Text("1") }
          LinearGradient(
            gradient: Gradient(colors: [.red, .yellow]), startPoint: UnitPoint(x: 0, y: 0), endPoint: .bottomTrailing
          )
          .mask(Text("Masked").font(.largeTitle))
          .mask { Circle() }
          Image(systemName: "bell").symbolRenderingMode(.hierarchical).symbolVariant(.fill).imageScale(.large)
            .font(.system(size: size)).foregroundStyle(.white, .red).symbolEffect(.pulse)
          Image(uiImage: UIImage(systemName: "bell") ?? UIImage()).renderingMode(.template).interpolation(.high)
            .antialiased(true)
          Image(decorative: "a").resizable(capInsets: EdgeInsets(), resizingMode: .stretch).aspectRatio(
            contentMode: .fit)
          Image("b").resizable().aspectRatio(16 / 9, contentMode: .fill).frame(width: 20).clipped()
          AsyncImage(url: URL(string: "https://example.com/a.png")) { image in
            image.resizable()
          } placeholder: {
            ProgressView()
          }
          Rectangle().fill(.blue.gradient.opacity(0.5)).fill(.red).background(Color.black.opacity(0.3).blur(radius: 3))
        }
      }
      .background { Color.gray }
      .background(in: Capsule())
      .background(alignment: .top) { Circle() }
      .background(GeometryReader { proxy in Color.clear.preference(key: WidthKey.self, value: proxy.size.width) })
      .border(Color.red, width: 2)
      .overlay(Circle().stroke())
      .overlay { if isOn { Text("on") } }
      .compositingGroup()
      .blendMode(.multiply)
      .brightness(0.1).contrast(1.2).saturation(0.8).hueRotation(.degrees(10)).grayscale(0.2).colorMultiply(.red)
      .rotation3DEffect(.degrees(20), axis: (x: 0, y: 1, z: 0))
      .offset(x: 2, y: 3).position(x: 10, y: 10).zIndex(2)
      .scaleEffect(x: 1, y: -1, anchor: .center).scaleEffect(CGSize(width: 1, height: 1))
      .rotationEffect(Angle(degrees: 10), anchor: .topLeading)
      .matchedGeometryEffect(id: "a", in: namespace)
      .transition(.opacity.combined(with: .move(edge: .top)))
      .transition(.asymmetric(insertion: .scale(scale: 0.5), removal: .slide))
      .coordinateSpace(name: "scroll")
      .alignmentGuide(.leading) { dimensions in dimensions[.trailing] }
      .drawingGroup()
    }
    .edgesIgnoringSafeArea(.all)
    .scrollDisabled(true)
    .refreshable {}
    .gesture(DragGesture().updating($drag) { value, state, _ in state = value.translation }.onEnded { _ in })
    .simultaneousGesture(TapGesture().onEnded {})
    .onLongPressGesture {}
    .sensoryFeedback(.success, trigger: isOn)
  }

  private var controls: some View {
    Form {
      Toggle("On", isOn: $isOn).toggleStyle(PillToggleStyle())
      Toggle(isOn: $isOn) { Text("Label") }.toggleStyle(.switch).tint(.green)
      Button(action: {}) { Text("Plain") }.buttonStyle(.plain)
      Button("Prominent") { isOn.toggle() }.buttonStyle(.borderedProminent).controlSize(.large).buttonBorderShape(
        .capsule)
      Button("Icon", systemImage: "plus") {}.buttonStyle(ScaleButtonStyle()).disabled(!isOn).keyboardShortcut(
        .defaultAction)
      Picker("Tab", selection: $tab) { ForEach(Tab.allCases) { Text($0.rawValue.capitalized).tag($0) } }
        .pickerStyle(.segmented)
      Picker(selection: $tab, label: Text("Tab")) { Text("Day").tag(Tab.day) }.pickerStyle(.menu).labelsHidden()
      Slider(value: $value, in: 0...1, step: 0.1)
      Slider(value: $value, in: 0...1) {
        Text("Value")
      } minimumValueLabel: {
        Text("0")
      } maximumValueLabel: {
        Text("1")
      }
      Stepper("Goal", value: $goal, in: 0...10)
      Stepper("Other") {
      } onDecrement: {
      }
      DatePicker("Date", selection: $date, displayedComponents: [.date, .hourAndMinute]).datePickerStyle(.compact)
      ColorPicker("Colour", selection: .constant(Color.red))
      ProgressView("Loading", value: value, total: 1).progressViewStyle(.linear)
      ProgressView(value: value) {
        Text("Label")
      } currentValueLabel: {
        Text("40 %")
      }.progressViewStyle(RingProgressStyle())
      ProgressView().progressViewStyle(CircularProgressViewStyle(tint: .white))
      ProgressView(timerInterval: date...date.addingTimeInterval(10), countsDown: false) {
        Text("t")
      } currentValueLabel: {
        Text("c")
      }
      Gauge(value: value, in: 0...1) {
        Text("G")
      } currentValueLabel: {
        Text("4")
      } minimumValueLabel: {
        Text("0")
      } maximumValueLabel: {
        Text("1")
      }
      .gaugeStyle(.accessoryCircularCapacity)
      Gauge(value: value) { Text("G") }.gaugeStyle(ThickGaugeStyle())
      Menu("More") { Button("One") {} }
      Menu {
        Button("One") {}
      } label: {
        Image(systemName: "ellipsis")
      }
      DisclosureGroup("Details", isExpanded: $isOn) { Text("Inside") }
      GroupBox("Box") { Text("Inside") }.groupBoxStyle(PlainGroup())
      GroupBox(label: Label("Box", systemImage: "square")) { Text("Inside") }
      LabeledContent("Name", value: "Value")
      LabeledContent("Goal") { Text("\(goal)") }
      NavigationLink("More", destination: Text("There"))
      NavigationLink(destination: Text("There")) { Text("More") }
      NavigationLink(value: 3) { Text("Three") }
      ControlGroup { Button("A") {} }
      Grid(alignment: .leading, horizontalSpacing: 8, verticalSpacing: 4) {
        GridRow {
          Text("A"); Text("B").gridColumnAlignment(.trailing)
        }
        Divider().gridCellColumns(2).gridCellUnsizedAxes(.horizontal)
        GridRow(alignment: .top) {
          Text("C").gridCellAnchor(.center); Text("D")
        }
      }
      LazyHGrid(rows: rows, spacing: 4) { ForEach(0..<3) { Text("\($0)") } }
      LazyHStack { ForEach(0..<3, id: \.self) { index in Text("\(index)") } }
      ForEach($rowsState) { $row in Toggle(row.name, isOn: $row.isOn) }
      ViewThatFits(in: .horizontal) {
        Text("Long text"); Text("Short")
      }
      TimelineView(.everyMinute) { context in Text(context.date, style: .time) }
      TimelineView(.periodic(from: date, by: 1)) { _ in Text("tick") }
      TimelineView(.animation) { timeline in Text("\(timeline.date.timeIntervalSince1970)") }
      Canvas { context, size in
        context.fill(Path(ellipseIn: CGRect(origin: .zero, size: size)), with: .color(.red))
        context.stroke(Path(CGRect(x: 0, y: 0, width: 1, height: 1)), with: .color(.blue), lineWidth: 2)
      }
      HSplit()
      switch tab {
      case .day: Text("Day")
      case .week: EmptyView()
      default:
        Group {
          Spacer(); AnyView(Text("Any"))
        }
      }
      if #available(iOS 17.0, *) { Text("17") } else { Text("older") }
      if let first = Tab.allCases.first, first == tab { Text("first").id(first).tag(first) }
    }
    .formStyle(.grouped)
    .listRowInsets(EdgeInsets())
    .headerProminence(.increased)
    .listSectionSpacing(.compact)
    .swipeActions(edge: .trailing) { Button("Delete", role: .destructive) {} }
    .searchable(text: $name, prompt: "Search")
    .submitLabel(.done)
    .onSubmit {}
    .interactiveDismissDisabled()
    .presentationDetents([.medium, .large])
    .statusBarHidden(true)
    .tint(.indigo)
    .toolbar(.hidden, for: .navigationBar)
    .toolbarBackground(.visible, for: .navigationBar)
    .navigationDestination(for: Int.self) { Text("\($0)") }
    .popover(isPresented: $isOn) { Text("Popover") }
    .alert(isPresented: $isOn) {
      Alert(title: Text("Title"), message: Text("Message"), dismissButton: .default(Text("OK")))
    }
    .onDisappear { print("gone") }
    .task(id: tab) { await Task.yield() }
    .onChange(of: tab) { print("changed") }
    .onOpenURL { url in openURL(url) }
    .userActivity("x") { _ in }
    .accessibilityValue("\(Int(value * 100)) per cent")
    .accessibilityHint("Hint").accessibilityIdentifier("id").accessibilityAddTraits([.isButton, .isHeader])
    .accessibilityAction {}
    .accessibilitySortPriority(1)
    .accessibilityHidden(false)
    .previewDisplayName("Controls")
  }

  struct Row: Identifiable { let id = UUID(); var name: String; var isOn: Bool }
  @State private var rowsState = [Row(name: "One", isOn: true)]

  private var dateFormatter: DateFormatter {
    let formatter = DateFormatter()
    formatter.dateFormat = "EEEE, MMM d"
    return formatter
  }
}

private struct HSplit: View {
  @Binding var value: Int
  let title: LocalizedStringKey
  init(value: Binding<Int> = .constant(1), title: LocalizedStringKey = "Split") {
    _value = value
    self.title = title
  }
  var body: some View {
    HStack(alignment: .lastTextBaseline, spacing: 0) {
      Text(title).frame(maxWidth: .infinity, alignment: .leading)
      Text("\(value)").layoutPriority(1).fixedSize(horizontal: true, vertical: false)
      ZStack(alignment: Alignment(horizontal: .leading, vertical: .top)) {
        Color(uiColor: .systemBlue); Color(.systemGray6)
      }
      .aspectRatio(1, contentMode: .fit)
    }
    .card()
    .hidden(if: value > 3)
    .square(30)
    .containerShape(Circle())
  }
}

struct Container<Content: View>: View {
  let title: String
  @ViewBuilder let content: () -> Content
  var body: some View {
    VStack {
      Text(title).font(.rounded(12)); content()
    }
  }
}

struct Uses: View {
  @Bindable var limits: Settings
  var body: some View {
    Container(title: "Box") {
      Text("Inside")
      Toggle("On", isOn: $limits.isOn)
      TextField("Name", text: $limits.name)
      SecureField("Code", text: $limits.name)
      TextEditor(text: $limits.name)
    }
  }
}

@Observable class Settings {
  var isOn = false
  var name = ""
}

#if DEBUG
  struct Gallery_Previews: PreviewProvider {
    static var previews: some View {
      Group {
        Gallery()
        Gallery().environment(\.colorScheme, .dark).previewDevice("iPhone 15")
        Uses(limits: Settings()).previewLayout(.fixed(width: 300, height: 200))
      }
    }
  }
#endif
