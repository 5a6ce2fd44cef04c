import assert from 'node:assert/strict';
import { toEvidence } from './evidence.js';

const hashOfRow = (row: Record<string, number>): string => {
  const window = { start: 0, end: 60_000 };
  const parameters = { abnormal: window, normal: [], bucketMs: 60_000, services: [] };
  return toEvidence(
    {
      kind: 'deviation',
      about: 'x',
      title: 'x',
      finding: 'present',
      entities: [],
      rows: [row],
      path: '/api/v1/services',
    },
    { check: 'requests', parameters, scopes: ['services:read'], bytesRead: 0, durationMs: 0 },
  ).resultHash;
};

describe('the hash of a result', () => {
  it('is the same for doubles that were added in another order, and another one for another result', () => {
    assert.equal(hashOfRow({ latency_ms: 0.1 + 0.2 }), hashOfRow({ latency_ms: 0.3 }));
    assert.notEqual(hashOfRow({ latency_ms: 0.31 }), hashOfRow({ latency_ms: 0.3 }));
    assert.notEqual(hashOfRow({ requests: 100_001 }), hashOfRow({ requests: 100_002 }));
  });
});
