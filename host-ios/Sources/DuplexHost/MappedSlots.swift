// Slots that host and worker share (docs/protocol.md section 3): ranges of the kernel's own memory. A worker in this
// process gets the ranges; for another process files are mapped over them. It reads and writes no payload.
import CHostPlatform
import KernelHost

final class MappedSlots {
  let regions: SlotRegions
  private let files: [Int32]

  /// Nil for a plan whose payloads travel inline.
  convenience init?(_ plan: ChannelPlan, _ kernel: KernelChannel, asFiles: Bool) throws {
    guard plan.storage != .inline else { return nil }
    let exports = kernel.kernel.exports
    let bytes = Int(try exports.u64("slotFileBytes"))
    let inputAt = UInt32(bitPattern: try exports.i32("slotFileAt", [.u32(0)]))
    let outputAt =
      plan.storage == .managedDuplex ? UInt32(bitPattern: try exports.i32("slotFileAt", [.u32(1)])) : nil
    let memory = kernel.kernel.memory
    let input = memory.pointer(inputAt, bytes)
    let output = outputAt.map { memory.pointer($0, bytes) }
    try self.init(input: input, output: output, asFiles: asFiles)
  }

  private init(
    input: UnsafeMutableRawBufferPointer, output: UnsafeMutableRawBufferPointer?, asFiles: Bool
  ) throws {
    let inputFile = asFiles ? try Self.mapFile(over: input) : -1
    let outputFile = asFiles ? try output.map(Self.mapFile) ?? -1 : -1
    files = [inputFile, outputFile].filter { $0 >= 0 }
    regions = SlotRegions(input: input, output: output, inputFile: inputFile, outputFile: outputFile)
  }

  deinit { files.forEach { hp_close($0) } }

  /// A nameless file whose mapping takes the place of `range`; what was there is 0, as a new kernel's memory is.
  private static func mapFile(over range: UnsafeMutableRawBufferPointer) throws -> Int32 {
    let file = hp_shared_create(range.count)
    guard file >= 0 else { throw HostError.system(call: "slot file", errno: -file) }
    guard hp_shared_map(file, range.count, range.baseAddress) != nil else {
      hp_close(file)
      throw HostError.system(call: "mmap of a slot file", errno: 22)
    }
    return file
  }
}
