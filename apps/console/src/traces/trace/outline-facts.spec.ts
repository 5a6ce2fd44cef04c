import assert from 'node:assert/strict';
import type { SpanOutline } from '../../gen/api.js';
import { toOmissions, toOutlineFacts } from './outline-facts.js';

function span(id: string, start_ns: number, rest: Partial<SpanOutline> = {}): SpanOutline {
  return { id, name: id, service: 'web', start_ns, duration_ns: 1, ...rest };
}

const NOTHING = { path: undefined, pathError: null, logs: undefined, logsError: null, related: undefined };
const PATH = { segments: [], segment_count: 7, truncated: true } as never;

describe('facts of an outline', () => {
  it('have the earliest span without a parent as the root, also where a child starts before it', () => {
    const spans = [span('child', 0, { parent: 'root' }), span('late', 9), span('root', 3)];
    assert.equal(toOutlineFacts({ outline: { spans } }).root?.id, 'root');
  });

  it('have the earliest span until a root has arrived, and none in an empty outline', () => {
    const spans = [span('b', 5, { parent: 'x' }), span('a', 2, { parent: 'x' })];
    assert.equal(toOutlineFacts({ outline: { spans } }).root?.id, 'a');
    assert.deepEqual(toOutlineFacts({}), { root: undefined, services: 0, failed: 0 });
  });

  it('count services once and failed spans each', () => {
    const spans = [span('a', 0, { status: 'error' }), span('b', 1, { service: 'db', status: 'error' }), span('c', 2)];
    const { services, failed } = toOutlineFacts({ outline: { spans } });
    assert.deepEqual([services, failed], [2, 2]);
  });
});

describe('omissions of a trace', () => {
  it('are none while nothing is left out', () => {
    assert.deepEqual(toOmissions(NOTHING), []);
    const types = [{ type: 'errors', count: 3, truncated: false }];
    assert.deepEqual(toOmissions({ ...NOTHING, related: { types } as never }), []);
  });

  it('name what is cut, and what could not be read', () => {
    const types = [
      { type: 'agent_runs', count: 100, truncated: true },
      { type: 'metrics', count: 0, truncated: false, error: 'timed out' },
    ];
    assert.deepEqual(
      toOmissions({
        path: PATH,
        pathError: null,
        logs: { logs: [], pagination: { has_more: true } },
        logsError: new Error('no'),
        related: { types } as never,
      }),
      [
        'The critical path has 7 segments, of which 0 are shown.',
        'The trace has more than 0 log records; the earliest are shown.',
        'The log records could not be read: no',
        'The search for metrics has failed: timed out',
        'There are more agent runs than are shown.',
      ],
    );
  });
});
