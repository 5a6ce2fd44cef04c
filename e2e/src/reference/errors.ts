import type { Json } from '../api.js';
import { items, type Recorder } from './recorder.js';

const FRAME = { filename: '/app/src/orders.js', lineno: 17, colno: 5, in_app: true, platform: 'node:javascript' };
const RELEASE = 'checkout@1.4.2';

/** Captures exceptions, and asks every question about errors, their impact and releases. */
export async function recordErrors(recorder: Recorder): Promise<void> {
  await recorder.ingest('events.capture', {
    events: ['TypeError', 'RangeError'].map((type, nth) => ({
      event: '$exception',
      distinct_id: 'grace',
      properties: {
        $exception_list: [
          {
            type,
            value: `order ${4712 + nth} failed`,
            stacktrace: { frames: [{ ...FRAME, function: `handle${type}` }] },
          },
        ],
        release: RELEASE,
        handled: false,
        $groups: { company: 'acme' },
      },
    })),
  });
  await recorder.call('releases.create', {
    body: { release: RELEASE, author: 'ada', commit: '9d1c2ab', url: 'https://ci.example.com/runs/17' },
  });
  const { groups } = await recorder.call('errors.groups', {
    query: { release: RELEASE, limit: 2 },
    until: (answer) => items(answer, 'groups').length > 1,
  });
  const [group] = [...(groups as Json[])];
  const id = String(group?.['id']);
  await recorder.call('errors.search', { query: { q: 'type:*Error', limit: 2 } });
  await recorder.call('errors.group', { path: { group_id: id } });
  await recorder.call('errors.affected', {
    path: { group_id: id },
    until: (answer) => items(answer, 'affected').length > 0,
  });
  for (const read of ['issues.occurrences', 'issues.releases']) await recorder.call(read, { path: { issue_id: id } });
  await recorder.call('releases.list', { until: (answer) => items(answer, 'releases').length > 0 });
  await recorder.call('releases.get', { path: { release: RELEASE } });
  await recorder.call('changes.list', {
    query: { kinds: ['release'] },
    until: (answer) => items(answer, 'changes').length > 0,
  });
}
