// Every export of the kernel, in data-flow order. Export lines only.
export { ABI_VERSION } from './abi';
export { kernelId, measureId, isSimd, selfSignature } from './selfcheck';

export { PLAN, configure } from './flow/plan';
export { lastSubject } from './status';
export { bytesNeeded, bytesAvailable, scratchAlloc, scratchMark, scratchReset } from './arena';

export { frameEncode, frameDecode } from './frame/codec';
export { payloadFill, payloadVerify } from './flow/payload';
export { creditStart, creditSend, creditRelease, creditReport, creditTold } from './flow/credit';

export { channelStart, inputAt, inputRoom, inputReceived, inputEnded } from './flow/machine';
export { poll, wakeNs, segmentCount, outputWritten } from './flow/machine';
export { start, pause, resume, finish, cancel, sessionRecord } from './flow/machine';
export {
  slotIndex,
  slotAt,
  slotBytesUsed,
  slotDone,
  slotFileAt,
  slotFileBytes,
} from './flow/slots';
export { SEGMENTS } from './flow/output';
export { FAULT } from './flow/faults';
export { CHANNEL } from './flow/channel';

export { columnAt, columnCount, columnWarmup } from './samples/column';

export { shuffleOrder } from './plan/shuffle';

export { summarizeNs } from './stats/duration';
export { spread } from './stats/aggregate';
