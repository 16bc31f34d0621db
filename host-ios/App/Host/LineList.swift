// Lines of text in a list, by their place: two of them may be equal.
import SwiftUI

struct LineList: View {
  let lines: [String]
  var font = Font.footnote.monospaced()
  /// The last line on top.
  var isReversed = false

  var body: some View {
    let numbered = Array(lines.enumerated())
    ForEach(isReversed ? numbered.reversed() : numbered, id: \.offset) { Text($0.element).font(font) }
  }
}
