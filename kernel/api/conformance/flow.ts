// Runs the vectors of credit ledgers and of whole conversations: scripted calls, the kernel's answers, its output bytes
// and its counters at the end. It reads no file.

import { endOf, planOf, play } from './conversation.ts';
import type { Conversation, ConversationStep } from './conversation.ts';
import { takeScratch, withScratch } from '../facade/scratch.ts';
import { disagreement } from './vector.ts';
import type { Vector, VectorRunner, VectorTools } from './vector.ts';

interface LedgerStep {
  readonly call: string;
  readonly bytes?: number | string;
  readonly frames?: string;
  readonly largest?: number;
  readonly status?: number;
}

const LEDGER_BYTES = 64;

export const runFlow: VectorRunner = (vector, tools) =>
  'plan' in vector.input ? runConversation(vector, tools) : runLedger(vector, tools);

function runLedger(vector: Vector, { scratch }: VectorTools): string | null {
  const { raw } = scratch;
  const steps = vector.input['steps'] as readonly LedgerStep[];
  return withScratch(raw, () => {
    const at = takeScratch(raw, LEDGER_BYTES);
    const limitBytes = BigInt(String(vector.input['limitBytes']));
    raw.call('creditStart')(at, limitBytes, Number(vector.input['limitFrames']));
    const found = steps.map((step) => {
      if (step.call === 'creditSend') return raw.call('creditSend')(at, Number(step.bytes));
      if (step.call === 'creditRelease')
        return raw.call('creditRelease')(at, Number(step.bytes), step.largest ?? 0);
      return raw.call('creditTold')(at, BigInt(step.bytes ?? 0), BigInt(step.frames ?? 0));
    });
    const expected = steps.map((step) => step.status);
    return disagreement(expected, found);
  });
}

function runConversation(vector: Vector, tools: VectorTools): string | null {
  const conversation = vector.input as unknown as Conversation;
  const plan = planOf(conversation);
  const channel = tools.fresh().openChannel(plan);
  const answers = play(channel, conversation.steps, 'as written');
  return (
    disagreement(conversation.steps.flatMap(scriptedAnswer), answers) ??
    disagreement(vector.output, endOf(channel, plan))
  );
}

function scriptedAnswer({ call, action, output }: ConversationStep): readonly unknown[] {
  if (call !== 'poll') return [];
  return [output === undefined ? { action } : { action, output }];
}
