import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { FactParameters } from '@svc/investigations';
import { MINUTE, NOW, testScope, TelemetryWriter, writeAgentRuns, type AgentRunFixture } from '@svc/reading/testing';
import { toMilliseconds } from '@svc/reading/time';
import { readAgents } from './agents/agent-facts.js';
import { FactReader } from './reading/fact-reader.js';

const PROJECT = 7_311;
const SPLIT = NOW - (NOW % MINUTE) - 10n * MINUTE;
const PARAMETERS: FactParameters = {
  normal: [{ start: toMilliseconds(SPLIT - 20n * MINUTE), end: toMilliseconds(SPLIT) }],
  abnormal: { start: toMilliseconds(SPLIT), end: toMilliseconds(SPLIT + 10n * MINUTE) },
  bucketMs: 60_000,
  services: [],
};

describe('the runs of agents in investigations', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
    const run = (minute: number, others: Partial<AgentRunFixture> = {}): AgentRunFixture => ({
      project: PROJECT,
      runId: `${others.agent ?? 'support'}-${minute}-${others.environment ?? ''}`,
      timestamp: SPLIT + BigInt(minute) * MINUTE,
      llmCalls: 2,
      usage: { input_uncached: 900, output_text: 100 },
      cost: '0.5',
      models: ['small-1'],
      ...others,
    });
    const costly = { llmCalls: 20, cost: '6', models: ['large-2', 'small-1'] };
    await writeAgentRuns(new TelemetryWriter(engine.store), [
      ...Array.from({ length: 20 }, (_, index) => run(index - 20)),
      ...Array.from({ length: 10 }, (_, index) => run(index, costly)),
      run(3, { agent: 'triage', status: 'max_steps', environment: 'staging', cost: undefined }),
      run(4, { agent: '' }),
    ]);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const open = (others: Partial<FactParameters> = {}, project = PROJECT): FactReader =>
    new FactReader(engine.store, testScope(project), {
      projectId: 'project',
      parameters: { ...PARAMETERS, ...others },
      limits: { timeoutMs: 60_000, bytes: 200_000_000 },
      signal: new AbortController().signal,
    });

  it('are counted by agent, service and bucket, with their cost, tokens, failures and models', async () => {
    const rows = await readAgents(open());
    const support = rows.filter(({ agent }) => agent === 'support');
    assert.equal(support.length, 30);
    assert.deepEqual(support.at(-1), {
      agent: 'support',
      service: 'agents',
      start: toMilliseconds(SPLIT + 9n * MINUTE),
      runs: 1,
      failed: 0,
      calls: 20,
      tokens: 1_000,
      cost: 6,
      models: ['large-2', 'small-1'],
    });
    const others = rows.filter(({ agent }) => agent !== 'support');
    assert.deepEqual(
      others.map(({ agent, failed, cost }) => [agent, failed, cost]),
      [['triage', 1, 0]],
    );
  });

  it('are those of the environment and of the project', async () => {
    const staging = await readAgents(open({ environment: 'staging' }));
    assert.deepEqual(
      staging.map(({ agent }) => agent),
      ['triage'],
    );
    assert.deepEqual(await readAgents(open({}, PROJECT + 1)), []);
  });
});
