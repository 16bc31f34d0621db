// What is read of processes and machine: parsed texts, and that no folder is stored.
import CHostPlatform
import Foundation
import Testing

@testable import DuplexHost

@Suite("Readings")
struct ReadingsTests {
  @Test("take steal from the eighth number of /proc/stat, and nothing from another text")
  func steal() {
    #expect(MachineReading.stealTicks("cpu  10 20 30 40 50 60 70 80 90 100\ncpu0 1 2") == 80)
    #expect(MachineReading.stealTicks("cpu  10 20") == nil)
    #expect(MachineReading.stealTicks(nil) == nil)
  }

  @Test("tell a control group's limit and counters, and nil where there is none")
  func controlGroup() {
    let limited = ControlGroup(stat: "usage_usec 5\nnr_throttled 3\nthrottled_usec 12\n", max: "150000 100000")
    #expect(limited.cpuLimit == 1.5)
    #expect(limited.counter("nr_throttled") == 3 && limited.counter("throttled_usec") == 12)
    let free = ControlGroup(stat: nil, max: "max 100000")
    #expect(free.cpuLimit == nil && free.counter("nr_throttled") == nil)
  }

  @Test("have memory as its two parts, and no reading with a reason where nothing is to be read")
  func process() throws {
    var usage = hp_usage()
    #expect(hp_read_usage(0, &usage) == 0)
    #expect(usage.rss_bytes == usage.rss_anon_bytes + usage.rss_shared_bytes)
    #expect(usage.peak_rss_bytes >= usage.rss_bytes)
    #expect(usage.involuntary_switches < UInt64.max)
    let gone = Readings.process(0x7fff_fffe).written()
    #expect(gone.contains("\"rssBytes\": null") && gone.contains("\"reason\""))
  }

  static let texts = [
    ("File \"/home/someone/lib/x.py\", line 1", "File \".../x.py\", line 1"),
    ("~/a/b.txt: no", "~.../b.txt: no"), ("/dev is kept, and so is a/b", "/dev is kept, and so is a/b"),
  ]

  @Test("lose folders of texts that come from elsewhere", arguments: texts)
  func folders(_ text: (String, String)) {
    #expect(text.0.withoutFolders == text.1)
  }
}
