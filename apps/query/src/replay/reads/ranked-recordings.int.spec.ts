import assert from 'node:assert/strict';
import { GENEROUS, sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { Position } from '@svc/reading/statement';
import { testReader } from '@svc/reading/testing';
import { readRanked } from './ranked-recordings.js';

const SESSIONS = 600;
const HOUR_NS = 3_600_000_000_000n;
const TO = BigInt(Date.now()) * 1_000_000n;
const FROM = TO - HOUR_NS;

/** Three summaries a session, each of which is larger or smaller than the one before, with many equal figures. */
const SUMMARIES = `
  INSERT INTO replay_summaries (project_number, retention_days, timestamp, session_id, version, is_final, rage_clicks)
  SELECT {project:UInt32}, 30, fromUnixTimestamp64Nano(${FROM} + number * 1000000), concat({prefix:String}, toString(number)), {version:UInt64}, {version:UInt64} = 3,
    if(sipHash64(number) % 3 = 0, sipHash64(number, {version:UInt64}) % {figures:UInt64}, 0)
  FROM numbers(${SESSIONS})`;

/** What the list is by definition: the last summary of each session, by its figure and then by the key of the session. */
const EXPECTED = `
  SELECT session_id FROM replay_summaries WHERE project_number = {project:UInt32}
  GROUP BY session_id HAVING argMax(rage_clicks, version) > 0
  ORDER BY argMax(rage_clicks, version) DESC, any(session_key) DESC`;

describe('recordings ranked by a figure of their summaries', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  it.each([
    [1, 3, 's'],
    [2, 50, 's'],
    [3, 1_000_000, 's'],
    // A statement does not hold as many of these.
    [4, 50, 's'.repeat(190)],
  ])(
    'are those of the last summaries, whatever these replaced (project %d, %d figures)',
    async (project, figures, prefix) => {
      const { store } = engine;
      for (const version of [1, 2, 3]) await store.command(SUMMARIES, { project, version, figures, prefix });
      const counted = await store.query<{ session_id: string }>({
        sql: EXPECTED,
        parameters: { project },
        limits: GENEROUS,
      });
      const expected = counted.map((row) => row.session_id);
      assert.ok(expected.length > 100);
      const reader = testReader(store, project);
      const { scope } = reader;
      const slice = { from: FROM, to: TO };
      for (const limit of [1, 7, 100, 1_000]) {
        const found: string[] = [];
        let after: Position | undefined;
        do {
          const page = { scope, slice, filters: NO_FILTERS, after, limit };
          const { rows, next } = await readRanked('rage', page, reader);
          assert.ok(rows.length <= limit);
          found.push(...rows.map((row) => row.session_id));
          after = next;
        } while (after && found.length < 40 * limit);
        assert.deepEqual(found, expected.slice(0, found.length), `pages of ${limit}`);
        assert.ok(found.length === expected.length || found.length >= 40 * limit, `pages of ${limit}`);
      }
    },
  );
});

const NO_FILTERS = {
  distinctId: '',
  hasErrors: undefined,
  q: '',
  errors: undefined,
  rage: undefined,
  dead: undefined,
  url: '',
  minDurationMs: 0n,
  minActiveMs: 0n,
  release: '',
  sessions: undefined,
};
