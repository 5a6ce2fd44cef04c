import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { ScoresAddRequestSchema } from '@svc/contract';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { scoreCleanup } from './score-cleanup.js';
import { MAX_SCORES, ScoresRepository } from './scores.repository.js';
import { ScoresService, type KnownRun, type ScoreAuthor } from './scores.service.js';

const ANN: ScoreAuthor = { source: 'human', author: 'ann' };
const KEY: ScoreAuthor = { source: 'api', author: 'key' };

describe('scores of runs', () => {
  let database: TemporaryDatabase;
  let scores: ScoresService;
  const time = { nowMs: Date.parse('2026-02-01T12:00:00Z') };
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    scores = new ScoresService(new ScoresRepository(database.relational), () => (time.nowMs += 1_000));
  });
  afterAll(() => database.stop());

  const newRun = (expiresAt = new Date('2026-03-01')): KnownRun => ({
    projectId: randomUUID(),
    runId: randomUUID().replaceAll('-', ''),
    expiresAt,
  });
  const add = (run: KnownRun, by: ScoreAuthor, verdict: { label: string; name?: string; value?: number }) =>
    scores.add(run, by, create(ScoresAddRequestSchema, { runId: run.runId, ...verdict }));
  const list = async (run: KnownRun) =>
    (await scores.list(run)).map(({ score, isCurrent }) => [score.author, score.name, score.label, isCurrent]);

  it('keeps every score, and the latest of an author and a name is current', async () => {
    const run = newRun();
    await add(run, ANN, { label: 'good', value: 0 });
    await add(run, KEY, { label: 'good' });
    await add(run, ANN, { label: 'bad' });
    await add(run, ANN, { label: 'slow', name: 'speed' });
    await add(run, ANN, { label: 'good', value: 0 });
    assert.deepEqual(await list(run), [
      ['ann', 'quality', 'good', true],
      ['ann', 'speed', 'slow', true],
      ['ann', 'quality', 'bad', false],
      ['key', 'quality', 'good', true],
      ['ann', 'quality', 'good', false],
    ]);
    assert.deepEqual(await list({ ...run, projectId: randomUUID() }), []);
  });

  it('adds nothing when the current score is repeated, also at the same time', async () => {
    const run = newRun();
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(run, ANN, { label: 'good', value: 0.5 })));
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
    assert.equal((await list(run)).length, 1);
    await add(run, ANN, { label: 'good' });
    assert.equal((await list(run)).length, 2);
  });

  it('refuses more scores than a run can have, and still answers a retry', async () => {
    const run = newRun();
    const { projectId, runId, expiresAt } = run;
    const one = { projectId, runId, expiresAt, ...KEY, label: 'x', comment: '', createdAt: new Date(0), revision: 1 };
    await database.relational.client.score.createMany({
      data: Array.from({ length: MAX_SCORES - 1 }, (_, n) => ({ ...one, name: `n${n}` })),
    });
    const last = await add(run, ANN, { label: 'good' });
    assert.equal((await add(run, ANN, { label: 'good' })).id, last.id);
    await assert.rejects(add(run, ANN, { label: 'bad' }), { code: 'quota_exceeded' });
  });

  it('deletes the scores of expired runs', async () => {
    const [expired, kept] = [newRun(new Date('2026-01-01')), newRun()];
    for (const run of [expired, kept]) await add(run, ANN, { label: 'good' });
    const { signal } = new AbortController();
    await scoreCleanup().run({ relational: database.relational, now: new Date('2026-02-01'), signal });
    assert.deepEqual([(await list(expired)).length, (await list(kept)).length], [0, 1]);
  });
});
