// A configured kernel's channel as the pump wants it: the raw exports themselves. The facade's checked calls throw and
// take rest parameters; here a status is a result, and a call in the hot loop costs nothing but the call.

import type { ChannelPort } from './pump.ts';
import type { RawKernel } from '../facade/raw.ts';

export function channelPort(raw: RawKernel): ChannelPort {
  return {
    buffer: raw.memory.buffer,
    segmentsAt: raw.address('SEGMENTS'),
    channelStart: raw.call('channelStart'),
    inputAt: raw.call('inputAt'),
    inputRoom: raw.call('inputRoom'),
    inputReceived: raw.call('inputReceived'),
    inputEnded: raw.call('inputEnded'),
    poll: raw.call('poll'),
    segmentCount: raw.call('segmentCount'),
    outputWritten: raw.call('outputWritten'),
    start: raw.call('start'),
    pause: raw.call('pause'),
    resume: raw.call('resume'),
    finish: raw.call('finish'),
    wakeNs: raw.callWide('wakeNs'),
    slotIndex: raw.call('slotIndex'),
    slotAt: raw.call('slotAt'),
    slotBytesUsed: raw.call('slotBytesUsed'),
    slotDone: raw.call('slotDone'),
  };
}
