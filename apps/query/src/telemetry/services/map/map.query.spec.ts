import { checkGolden, testScope } from '@svc/reading/testing';
import { selectServiceCalls, selectTargetSpans } from './map.query.js';

describe('the statements of the service map', () => {
  it('matches the reviewed statements', () => {
    const hour = { from: 1_795_200_000_000_000_000n, to: 1_795_203_600_000_000_000n };
    const parts = [0n, 1_800_000_000_000n].map((after) => ({
      from: hour.from + after,
      to: hour.from + after + 60_000_000_000n,
    }));
    const selection = { scope: testScope(7), environments: [], limit: 2_001 };
    checkGolden(import.meta.url, {
      'calls between services': selectServiceCalls({ ...selection, windows: [hour] }),
      'calls of parts of the window, in an environment': selectServiceCalls({
        ...selection,
        windows: parts,
        environments: ['production'],
      }),
      'what services use': selectTargetSpans({ ...selection, windows: [hour] }),
    });
  });
});
