import assert from 'node:assert/strict';
import { toEvidence } from './evidence.js';
import { flagsPath, issuesPath, metricPath, metricsPath, releasesPath, withWindow } from './links.js';

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

describe('the link of evidence', () => {
  const window = { start: 0, end: 60_000 };
  const times = 'start_time=1970-01-01T00:00:00.000Z&end_time=1970-01-01T00:01:00.000Z';

  it('has the window, except to operations that list everything and refuse other parameters', () => {
    assert.equal(withWindow(issuesPath(), window), `/api/v1/issues?${times}`);
    for (const path of [flagsPath(), releasesPath(), metricsPath()]) assert.equal(withWindow(path, window), path);
  });

  it('to a metric escapes its name and its attributes', () => {
    const parameters = { abnormal: window, normal: [], bucketMs: 60_000, services: [] };
    const path = metricPath(parameters, 'a/b', 'web', ['x,y', 'z']);
    assert.equal(path, `/api/v1/metrics/a%2Fb/query?service=web&group_by=${encodeURIComponent('x\\,y,z')}`);
    assert.ok(withWindow(path, window).endsWith(`&${times}`));
  });
});
