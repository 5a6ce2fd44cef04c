import assert from 'node:assert/strict';
import { investigate, REQUEST } from '../testing/investigate.js';
import type { Outage } from '../testing/shop.js';

const SLOW: Outage = { troubles: { stock: { slowerMs: 800 } } };
const OF_REQUESTS = ['attributes', 'paths', 'affected', 'accounts'];

/** The subject among the parameters of each check, and the scopes of its evidence. */
async function checksOf(subject: Partial<typeof REQUEST.scope>) {
  const { evidence } = await investigate(SLOW, { scope: { ...REQUEST.scope, ...subject } });
  return new Map(
    evidence.map(({ query: { check, parameters }, scopes }) => {
      const { operation, issueId, personId } = parameters;
      return [check, { asked: [operation, issueId, personId], scopes }];
    }),
  );
}

describe('the subject of an investigation', () => {
  it('of an alert on one operation compares requests that lead to it, and measures all others as always', async () => {
    const checks = await checksOf({ operation: 'POST /order' });
    for (const [check, { asked }] of checks)
      assert.deepEqual(asked, [OF_REQUESTS.includes(check) ? 'POST /order' : undefined, undefined, undefined], check);
    for (const check of OF_REQUESTS) assert.ok(checks.has(check), check);
  });

  it('that is an issue compares requests with the issue to others, and needs the scope of issues', async () => {
    const checks = await checksOf({ issueId: 'an-issue' });
    for (const check of ['attributes', 'affected', 'accounts'])
      assert.deepEqual(checks.get(check)?.asked, [undefined, 'an-issue', undefined], check);
    // Critical paths are about what is slow.
    assert.deepEqual(checks.get('paths')?.asked, [undefined, undefined, undefined]);
    assert.deepEqual(checks.get('attributes')?.scopes, ['traces:read', 'issues:read']);
    assert.deepEqual(checks.get('operations')?.scopes, ['traces:read']);
  });

  it('that is a person compares bad requests of the person, and names everybody who is affected', async () => {
    const checks = await checksOf({ personId: 'ann' });
    for (const check of ['attributes', 'paths'])
      assert.deepEqual(checks.get(check)?.asked, [undefined, undefined, 'ann'], check);
    for (const check of ['affected', 'accounts'])
      assert.deepEqual(checks.get(check)?.asked, [undefined, undefined, undefined], check);
    assert.deepEqual(checks.get('paths')?.scopes, ['traces:read', 'persons:read']);
  });
});
