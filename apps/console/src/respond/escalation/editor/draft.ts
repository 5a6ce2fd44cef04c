import type { EscalationPolicy } from '../../../gen/api.js';
import { nextId } from '../../../ui/fields/next-id.js';

/** A policy as it is typed. */
export interface PolicyDraft {
  readonly name: string;
  /** The number of passes through all levels. */
  readonly passes: string;
  /** Empty if an acknowledgement stops it for good. */
  readonly ackTimeout: string;
  readonly levels: readonly LevelDraft[];
}

export interface LevelDraft {
  /** Names the block of the form. */
  readonly id: number;
  readonly delay: string;
  /** IDs of those whom it pages. */
  readonly schedules: readonly string[];
  readonly users: readonly string[];
  readonly channels: readonly string[];
}

/** The form of a policy as it is saved. */
export function toDraft(
  policy: Pick<EscalationPolicy, 'name' | 'levels' | 'max_escalations' | 'ack_timeout'>,
): PolicyDraft {
  const { name, levels, max_escalations: passes, ack_timeout: ackTimeout = '' } = policy;
  return {
    name,
    passes: String(passes),
    ackTimeout,
    levels: levels.map(({ delay, schedules, users, channels }) => ({
      id: nextId(),
      delay,
      schedules,
      users,
      channels,
    })),
  };
}

export function newDraft(): PolicyDraft {
  return { name: '', passes: '3', ackTimeout: '', levels: [newLevel()] };
}

export function newLevel(): LevelDraft {
  return { id: nextId(), delay: '5m', schedules: [], users: [], channels: [] };
}
