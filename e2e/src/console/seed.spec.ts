import assert from 'node:assert/strict';
import { api, ok } from '../api.js';
import { items } from '../reference/recorder.js';
import { BEYOND_EXACT, HOSTILE_BODIES } from './seed/hostile-logs.js';
import { seed, type Seed } from './seed/seed.js';

describe('the data of specs of the console', () => {
  let seeded: Seed;
  beforeAll(async () => {
    seeded = await seed();
  });

  const read = (path: string) => ok('GET', `${path}${path.includes('?') ? '&' : '?'}project_id=${seeded.projectId}`);

  it('has hostile bodies as they were sent, and integers beyond 2^53', async () => {
    for (const [kind, body] of HOSTILE_BODIES) {
      const [record] = items(await read(`/logs?q=${encodeURIComponent(`hostile.kind:"${kind}"`)}`), 'logs');
      assert.equal(record?.['body'], body, kind);
    }
    const { text } = await api('GET', `/logs?q=account.balance:*&project_id=${seeded.projectId}`);
    assert.ok(text.includes(String(BEYOND_EXACT)));
  });

  it('has records of every level, and one of two megabytes', async () => {
    const { groups } = await read('/logs/aggregate?group_by=level');
    assert.equal(new Set([...groups].map((group) => JSON.stringify(group['key'] ?? group['values']))).size, 6);
    const [record] = items(await read('/logs?q=hostile.kind:big'), 'logs');
    assert.ok(String(record?.['body']).length > 1_000_000);
  });
});
