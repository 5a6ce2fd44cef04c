import assert from 'node:assert/strict';
import type { IssueFact } from '../facts/facts.js';
import { issueSignals } from './issue-signals.js';

const HOUR = 3_600_000;
const PARAMETERS = {
  normal: [{ start: 0, end: HOUR }],
  abnormal: { start: HOUR, end: 2 * HOUR },
  bucketMs: 60_000,
  services: [],
};
const issue: IssueFact = {
  id: 'one',
  title: 'connection reset',
  service: 'web',
  firstSeen: 0,
  isRegression: false,
  sides: { normal: 10, abnormal: 40 },
};

describe('the signals of issues', () => {
  it('tell an issue with more errors than its service has more requests', () => {
    const [signal] = issueSignals([{ ...issue, requests: { normal: 1_000, abnormal: 1_100 } }], PARAMETERS);
    assert.ok((signal?.strength ?? 0) > 0.9);
    assert.equal(issueSignals([issue], PARAMETERS).length, 1);
  });

  const usual: [title: string, sides: IssueFact['sides'], requests: IssueFact['requests']][] = [
    ['errors grow like the requests', { normal: 10, abnormal: 40 }, { normal: 1_000, abnormal: 4_000 }],
    ['there are as many errors while traffic falls', { normal: 30, abnormal: 30 }, { normal: 1_000, abnormal: 100 }],
    ['requests stop', { normal: 30, abnormal: 30 }, { normal: 1_000, abnormal: 0 }],
    ['there are too few requests to tell their growth', { normal: 30, abnormal: 30 }, { normal: 29, abnormal: 1 }],
  ];
  for (const [title, sides, requests] of usual) {
    it(`tell none if ${title}`, () => {
      assert.deepEqual(issueSignals([{ ...issue, sides, ...(requests && { requests }) }], PARAMETERS), []);
    });
  }

  it('tell an issue that has more errors although traffic falls', () => {
    assert.equal(issueSignals([{ ...issue, requests: { normal: 1_000, abnormal: 100 } }], PARAMETERS).length, 1);
  });
});
