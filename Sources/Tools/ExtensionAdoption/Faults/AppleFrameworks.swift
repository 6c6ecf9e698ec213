// Copyright the Sallyport authors.
// SPDX-License-Identifier: Apache-2.0

/// The names of the modules that an app or an extension can import on iOS. One without a counterpart in the SDK becomes
/// an empty module, so that an import of it compiles and a use of it fails by its own name.
enum AppleFrameworks {
  static let names = Set(
    """
    ARKit AVFAudio AVFoundation AVKit AVRouting Accelerate Accessibility AccessorySetupKit Accounts ActivityKit
    AdAttributionKit AdServices AdSupport AddressBook AddressBookUI AlarmKit AppClip AppIntents AppTrackingTransparency
    AssetsLibrary AudioToolbox AudioUnit AuthenticationServices AutomaticAssessmentConfiguration BackgroundAssets
    BackgroundTasks BrowserEngineCore BrowserEngineKit BusinessChat CFNetwork CallKit CarPlay Charts Cinematic ClassKit
    ClockKit CloudKit Combine CommonCrypto Compression Contacts ContactsUI CoreAudio CoreAudioKit
    CoreAudioTypes CoreAutoLayout CoreBluetooth CoreData CoreFoundation CoreGraphics CoreHaptics CoreHID CoreImage
    CoreLocation CoreLocationUI CoreMIDI CoreML CoreMedia CoreMotion CoreNFC CoreServices CoreSpotlight CoreTelephony
    CoreText CoreTransferable CoreVideo CreateML CryptoKit CryptoTokenKit Darwin DataDetection DeveloperToolsSupport
    DeviceActivity DeviceCheck DeviceDiscoveryExtension DeviceDiscoveryUI DockKit EventKit EventKitUI ExposureNotification
    ExtensionFoundation ExtensionKit ExternalAccessory FamilyControls FileProvider FileProviderUI FinanceKit
    FinanceKitUI Foundation FoundationModels GLKit GSS GameController GameKit GameplayKit GroupActivities HealthKit
    HealthKitUI HomeKit IOKit IOSurface IdentityLookup IdentityLookupUI ImageCaptureCore ImageIO ImagePlayground Intents
    IntentsUI JavaScriptCore JournalingSuggestions LinkPresentation LiveCommunicationKit LocalAuthentication
    LockedCameraCapture MLCompute MachO ManagedApp ManagedSettings ManagedSettingsUI MapKit MarketplaceKit Matter
    MatterSupport MediaAccessibility MediaPlayer MediaSetup MediaToolbox MessageUI Messages Metal MetalFX MetalKit
    MetalPerformanceShaders MetalPerformanceShadersGraph MetricKit MobileCoreServices ModelIO MultipeerConnectivity
    MusicKit NaturalLanguage NearbyInteraction Network NetworkExtension NotificationCenter OSLog ObjectiveC OpenAL
    OpenGLES PDFKit PHASE PaperKit PassKit PencilKit Photos PhotosUI ProximityReader PushKit PushToTalk QuartzCore
    QuickLook QuickLookThumbnailing RealityKit ReplayKit RoomPlan SafariServices SafetyKit SceneKit ScreenTime Security
    SensitiveContentAnalysis SensorKit ServiceManagement SharedWithYou SharedWithYouCore ShazamKit Social SoundAnalysis
    Speech SpriteKit StoreKit SwiftData SwiftUI SwiftUICore Symbols SystemConfiguration
    TabularData TelephonyMessagingKit ThreadNetwork TipKit Translation TranslationUIProvider Twitter UIKit
    UniformTypeIdentifiers UserNotifications UserNotificationsUI VideoSubscriberAccount VideoToolbox Vision
    VisionKit VisualIntelligence WatchConnectivity WeatherKit WebKit WidgetKit WorkoutKit iAd os simd
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
