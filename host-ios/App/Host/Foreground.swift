// The screen stays on while something runs: auto-lock would send the app to the background, and its run would end.
import UIKit

@MainActor
enum Foreground {
  private static var running = 0

  static func begin() { change(1) }
  static func end() { change(-1) }

  private static func change(_ by: Int) {
    running += by
    UIApplication.shared.isIdleTimerDisabled = running > 0
  }
}
