// The plan that configure() reads: a typed object written into the kernel's 128 bytes. Checks nothing; the kernel does.
import { Plan } from './abi.ts';

export interface ChannelPlan {
  readonly sessions: number;
  readonly payloadBytes: number;
  readonly warmupFrames: number;
  readonly measuredFrames: number;
  readonly creditBytes: number;
  readonly creditFrames: number;
  readonly ackEvery: number;
  readonly ackPolicy: 'separate' | 'piggyback';
  readonly token: Uint8Array;
  readonly storage?: 'inline' | 'managed' | 'managedDuplex';
  readonly slotCount?: number;
  readonly slotBytes?: number;
  readonly mappedSlots?: boolean;
  readonly firstSession?: number;
  readonly inputBytes?: number;
  readonly intervalNs?: bigint;
  readonly scratchBytes?: number;
  readonly seed?: bigint;
}

const STORAGES = ['inline', 'managed', 'managedDuplex'] as const;

/** Writes the plan over the whole record; what is absent is 0, except firstSession, which is 1. */
export function writePlan(view: DataView, at: number, plan: ChannelPlan): void {
  for (let i = 0; i < Plan.bytes; i += 4) view.setUint32(at + i, 0, true);
  const u32 = (offset: number, value: number): void => {
    view.setUint32(at + offset, value, true);
  };
  const u64 = (offset: number, value: bigint): void => {
    view.setBigUint64(at + offset, value, true);
  };
  u64(Plan.seed, plan.seed ?? 0n);
  u32(Plan.sessions, plan.sessions);
  u32(Plan.payloadBytes, plan.payloadBytes);
  u32(Plan.warmupFrames, plan.warmupFrames);
  u32(Plan.measuredFrames, plan.measuredFrames);
  u64(Plan.creditBytes, BigInt(plan.creditBytes));
  u32(Plan.creditFrames, plan.creditFrames);
  u32(Plan.ackEvery, plan.ackEvery);
  u32(Plan.ackPolicy, plan.ackPolicy === 'piggyback' ? 1 : 0);
  u32(Plan.storage, STORAGES.indexOf(plan.storage ?? 'inline'));
  u32(Plan.slotCount, plan.slotCount ?? 0);
  u32(Plan.slotBytes, plan.slotBytes ?? 0);
  u32(Plan.firstSession, plan.firstSession ?? 1);
  u32(Plan.inputBytes, plan.inputBytes ?? 0);
  u64(Plan.intervalNs, plan.intervalNs ?? 0n);
  u64(Plan.scratchBytes, BigInt(plan.scratchBytes ?? 0));
  u32(Plan.mappedSlots, plan.mappedSlots === true ? 1 : 0);
  for (let i = 0; i < 16; i += 1) view.setUint8(at + Plan.token + i, plan.token[i] ?? 0);
}

/** The plan of an instance that only computes statistics. */
export function writeScratchPlan(view: DataView, at: number, scratchBytes: number): void {
  for (let i = 0; i < Plan.bytes; i += 4) view.setUint32(at + i, 0, true);
  view.setBigUint64(at + Plan.scratchBytes, BigInt(scratchBytes), true);
}
