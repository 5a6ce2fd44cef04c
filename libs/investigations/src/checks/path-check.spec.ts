import assert from 'node:assert/strict';
import type { FactParameters } from '../facts/facts.js';
import type { PathFact } from '../facts/path-facts.js';
import { pathFacts, type PathTimes } from '../testing/paths.js';
import { ALONE } from '../testing/turns.js';
import { PATHS } from './path-check.js';

const parameters: FactParameters = {
  abnormal: { start: 60_000, end: 120_000 },
  normal: [{ start: 0, end: 60_000 }],
  bucketMs: 60_000,
  services: ['web'],
};
const SOURCE = { check: PATHS.name, parameters, scopes: PATHS.scopes, bytesRead: 0, durationMs: 0 };
const normal = (count: number) => pathFacts({ isAbnormal: false, count }, { 'web: GET /': 20 });
const abnormal = (count: number, times: PathTimes) => pathFacts({ isAbnormal: true, count }, times);
const SLOW = { 'web: GET /': 900 };

describe('the evidence of critical paths', () => {
  const absent: [title: string, paths: readonly PathFact[]][] = [
    ['There are no traces of slow and of normal requests whose critical paths can be compared', normal(40)],
    [
      'There are too few traces of the same operation to compare critical paths: it takes 5 slow and 5 normal ones',
      [...normal(40), ...abnormal(4, SLOW)],
    ],
    [
      'The critical paths of requests of the same operation are as long as usual',
      [...normal(40), ...abnormal(40, { 'web: GET /': 20 })],
    ],
  ];
  for (const [title, paths] of absent) {
    it(`is absent, as ${title}`, async () => {
      const { evidence } = await PATHS.interpret(paths, parameters, SOURCE, ALONE);
      assert.deepEqual(
        evidence.map((one) => [one.finding, one.title]),
        [['absent', title]],
      );
    });
  }

  it('is present with five traces of either side', async () => {
    const { evidence } = await PATHS.interpret([...normal(5), ...abnormal(5, SLOW)], parameters, SOURCE, ALONE);
    assert.deepEqual(
      evidence.map(({ finding }) => finding),
      ['present'],
    );
  });
});
