// What the kernels counted, as fields of a trial's JSON. It adds up and computes nothing else.

import type { SessionFacts, TrialFile, Verified } from '../run/results.ts';
import type { ChannelKernel, SessionReading } from './channel-kernel.ts';

export function verifiedOf(
  kernels: readonly ChannelKernel[],
  phase: 'warmup' | 'measured',
): Verified {
  const total = { frames: 0, bytes: 0, mismatches: 0 };
  for (const session of allSessions(kernels)) {
    total.frames += session[phase].frames;
    total.bytes += session[phase].bytes;
    total.mismatches += session[phase].mismatches;
  }
  return total;
}

/** A stamp as results hold it: relative to the trial host's start, as decimal digits. */
export type SinceStart = (stampNs: bigint) => string;

export function sessionFacts(
  kernels: readonly ChannelKernel[],
  sinceStart: SinceStart,
): SessionFacts[] {
  return allSessions(kernels).map((session) => ({
    session: session.session,
    verifiedFrames: session.measured.frames,
    verifiedBytes: session.measured.bytes,
    mismatches: session.measured.mismatches,
    queueHighWaterBytes: session.queueHighWaterBytes,
    creditStalls: session.creditStalls,
    startedNs: sinceStart(session.startedNs),
    endedNs: sinceStart(session.endedNs),
  }));
}

/** The first start and the last end of all channels. */
export function stampsOf(
  kernels: readonly ChannelKernel[],
  sinceStart: SinceStart,
): TrialFile['stamps'] {
  const stamps = kernels.map((kernel) => kernel.stamps());
  const started = stamps.map((stamp) => stamp.startedNs).filter((ns) => ns > 0n);
  const startedNs = started.reduce((least, ns) => (ns < least ? ns : least), started[0] ?? 0n);
  const endedNs = stamps.reduce((most, { endedNs: ns }) => (ns > most ? ns : most), 0n);
  return { startedNs: sinceStart(startedNs), endedNs: sinceStart(endedNs) };
}

function allSessions(kernels: readonly ChannelKernel[]): SessionReading[] {
  return kernels.flatMap((kernel) => kernel.sessions());
}
