import assert from 'node:assert/strict';
import { BUDGET, TimeLimitReached } from '../terms/limits.js';
import { NO_USAGE, type NewEntry, type Usage } from '../terms/records.js';
import { scriptedEvidence, ScriptedEngine } from '../testing/scripted-engine.js';
import { rerunAll } from './reruns.js';

const ALL = ['a', 'b', 'c'].map((name) => scriptedEvidence(name));

function openRound(engine: ScriptedEngine, queries = 0) {
  const stored: NewEntry[] = [];
  const limit = new AbortController();
  let usage: Usage = { ...NO_USAGE, queries };
  const round = {
    engine,
    request: { projectId: 'p', round: 2 },
    signal: limit.signal,
    usage: () => usage,
    use: ({ queries: used = 0 }: Partial<Usage>) => {
      usage = { ...usage, queries: usage.queries + used };
    },
    store: (...entries: readonly NewEntry[]) => {
      stored.push(...entries);
      return Promise.resolve();
    },
  };
  const outcomes = () =>
    stored.flatMap(({ kind, data }) =>
      kind === 'rerun' ? [data.outcome] : kind === 'failed_check' ? [data.reason] : [],
    );
  return { round, limit, outcomes };
}

describe('evidence that is run again', () => {
  it('fails with the budget if no check of the round is left', async () => {
    const { round, outcomes } = openRound(new ScriptedEngine(), BUDGET.queries - 1);
    await rerunAll(ALL, round);
    assert.deepEqual(outcomes(), ['same', 'budget', 'budget']);
  });

  it('fails with the budget if no time of the round is left', async () => {
    const engine = new ScriptedEngine();
    const { round, limit, outcomes } = openRound(engine);
    const reached = new TimeLimitReached('over');
    engine.again = (evidence) => {
      if (evidence.id === ALL[1]?.id) limit.abort(reached);
      return evidence;
    };
    await assert.rejects(rerunAll(ALL, round), reached);
    assert.deepEqual(outcomes(), ['same', 'budget', 'budget']);
  });

  it('throws the reason of another abort, and stores nothing of it', async () => {
    const { round, limit, outcomes } = openRound(new ScriptedEngine());
    limit.abort(new Error('stopped'));
    await assert.rejects(rerunAll(ALL, round), /stopped/);
    assert.deepEqual(outcomes(), []);
  });
});
