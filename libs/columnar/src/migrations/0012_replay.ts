import { REPLAY_BLOCKS, REPLAY_FIGURES, REPLAY_SESSIONS } from '@svc/tables';
import type { Migration, ViewDefinition } from './migration.js';

/** A time of the browser with its clock corrected, between 1970 and 2100 whatever a browser says of its clock. */
const SHIFTED = (name: string): string =>
  `toUInt64(least(4102444800000, greatest(0, toInt64(replay_blocks.${name}) + clock_shift_ms)))`;

/** A number in as many digits as the largest has, so that texts have the order of their numbers. */
function digits(number: string): string {
  return `leftPad(toString(${number}), 20, '0')`;
}

const REPLAY_SESSIONS_VIEW: ViewDefinition = {
  name: 'replay_sessions_view',
  from: REPLAY_BLOCKS,
  to: REPLAY_SESSIONS,
  select: {
    project_number: 'project_number',
    retention_days: 'retention_days',
    timestamp: 'timestamp',
    session_id: 'session_id',
    first_ms: `min(${SHIFTED('first_ms')})`,
    last_ms: `max(${SHIFTED('last_ms')})`,
    visitor: `max(concat(${digits(SHIFTED('last_ms'))}, distinct_id))`,
    // A chunk without a page comes after those that have one.
    entry: `min(concat(${digits(`if(urls[1] = '', 18446744073709551615, ${SHIFTED('first_ms')})`)}, urls[1]))`,
    chunks: 'count()',
    snapshots: 'sum(length(replay_blocks.snapshots))',
    // Qualified with the table, because a bare name would refer to the alias.
    ...Object.fromEntries(REPLAY_FIGURES.map((name) => [name, `sum(replay_blocks.${name})`])),
    sdk: 'max(replay_blocks.sdk)',
    release: 'max(replay_blocks.release)',
    environment: 'max(replay_blocks.environment)',
  },
  groupBy: ['project_number', 'retention_days', 'timestamp', 'session_id'],
};

export const SESSION_RECORDINGS: Migration = {
  name: '0012_replay',
  steps: [
    { kind: 'table', table: REPLAY_BLOCKS },
    { kind: 'table', table: REPLAY_SESSIONS },
    { kind: 'view', view: REPLAY_SESSIONS_VIEW },
  ],
};
