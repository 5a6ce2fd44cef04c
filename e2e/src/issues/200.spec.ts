import assert from 'node:assert/strict';
import { operations } from '@svc/contract';
import { eventually } from '@svc/testing';
import { api, ok, type Json } from '../api.js';
import { openIssues, type IssueScene } from './scene.js';

const STACK = `TypeError: x is not a function
    at applyDiscount (/srv/shop/src/checkout.js:41:17)
    at next (/srv/shop/node_modules/express/lib/router/index.js:280:10)
    at checkout (/srv/shop/src/routes.js:12:3)`;

/** Asserts that every read of a merged issue returns what the read of the canonical one returns; `issues.get` says so. */
async function readsOfMerged(project: string, source: string, canonical: string): Promise<void> {
  const reads = operations.filter(({ id, method, path }) => {
    return method === 'GET' && /\{(issue|group)_id\}/.test(path) && id !== 'issues.merged_sources';
  });
  assert.ok(reads.length >= 7);
  for (const { id: operation, path } of reads) {
    const read = (id: string) => {
      const own = path.replace('/api/v1', '').replace(/\{\w+\}/, id);
      return api('GET', `${own}?project_id=${project}${window(operation)}`);
    };
    // A read does not count what was stored in the last second, which may end between two reads.
    await eventually(`${operation} of both issues is the same`, async () => {
      const [asked, expected] = [await read(source), await read(canonical)];
      assert.deepEqual([asked.status, expected.status], [200, 200], operation);
      const { merged_from: from, ...answer } = asked.json as unknown as Record<string, unknown>;
      assert.deepEqual(answer, expected.json, operation);
      assert.equal(from, operation === 'issues.get' ? source : undefined, operation);
      return true;
    });
  }
}

/** The window of a series ends before now, so that both reads have the same one. */
function window(operation: string): string {
  const to = new Date().toISOString().slice(0, 17);
  return operation === 'issues.occurrences' ? `&interval=1m&start_time=${to}00Z&end_time=${to}01Z` : '';
}

describe('issues', () => {
  let scene: IssueScene;
  beforeAll(async () => {
    scene = await openIssues();
  });

  it('creates an issue named after its first error, and counts repetitions', async () => {
    const error = { type: 'TypeError', message: 'x is not a function', stacktrace: STACK, release: '1.0' };
    await scene.send(
      { ...error, distinctId: 'ann', environment: 'production', ago: 2_000 },
      { ...error, distinctId: 'bob', environment: 'staging', ago: 1_000 },
    );
    const issue = await scene.issue('TypeError', 2);
    assert.deepEqual(
      [issue['status'], issue['version'], issue['title'], issue['reason']?.['code']],
      ['new', 1, 'TypeError: x is not a function', 'first_event'],
    );
    assert.match(issue['culprit'], /applyDiscount/);
    assert.equal([...(issue['figures']?.['series'] as Json[])].length, 24);

    const details = await scene.get(issue['id']);
    assert.deepEqual([details['total_events'], details['total_users'], details['first_release']], [2, 2, '1.0']);
    const frames = [...(details['latest_event']['exceptions'] as Json[])].flatMap((one) => [
      ...(one['frames'] as Json[]),
    ]);
    assert.deepEqual(
      frames.map((frame) => [frame['function'], frame['in_app'] ?? false]),
      [
        ['applyDiscount', true],
        ['next', false],
        ['checkout', true],
      ],
    );
    assert.equal(details['latest_event']?.['distinct_id'], 'bob');
    const places = [...(details['places'] as Json[])].map((place) => place['environment'] as string).sort();
    assert.deepEqual(places, ['production', 'staging']);

    const grouping = await ok('GET', `/issues/${String(issue['id'])}/grouping?project_id=${scene.project}`);
    const [hash] = [...(grouping['hashes'] as Json[])];
    assert.deepEqual([hash?.['assigned_by'], hash?.['method']], ['auto', 'stack']);
    assert.ok([...((hash as Json)['components'] as Json[])].some((part) => part['contributes'] === true));
  });

  it('finds issues by status, place, text and window, and in pages', async () => {
    const own = await openIssues();
    await own.send(
      { type: 'Alpha', service: 'api', environment: 'production', release: '1.0', ago: 5_000 },
      { type: 'Beta', service: 'web', environment: 'production', release: '2.0', ago: 4_000 },
      { type: 'Gamma', service: 'web', environment: 'staging', release: '2.0', ago: 3 * 3_600_000 },
    );
    for (const type of ['Alpha', 'Beta', 'Gamma']) await own.issue(type);
    const titles = async (query: string) => (await own.list(query)).map((issue) => issue['type'] as string);
    assert.deepEqual(await titles(''), ['Beta', 'Alpha', 'Gamma']);
    assert.deepEqual(await titles('service=web'), ['Beta', 'Gamma']);
    assert.deepEqual(await titles('service=web&environment=production'), ['Beta']);
    assert.deepEqual(await titles('service=api,web&release=2.0'), ['Beta', 'Gamma']);
    assert.deepEqual(await titles('q=alPH'), ['Alpha']);
    assert.deepEqual(await titles('q=%25'), []);
    assert.deepEqual(await titles('status=resolved'), []);
    assert.deepEqual(await titles('status=new&status=ongoing&sort=first_seen'), ['Beta', 'Alpha', 'Gamma']);
    assert.deepEqual(await titles('assignee=none&limit=1'), ['Beta']);
    const since = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString());
    assert.deepEqual(await titles(`start_time=${since}`), ['Beta', 'Alpha']);
    assert.deepEqual(await titles(`end_time=${since}`), ['Gamma']);

    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = await ok('GET', `/issues?project_id=${own.project}&limit=1&cursor=${cursor}`);
      seen.push(...[...(page['issues'] as Json[])].map((issue) => issue['type'] as string));
      if (page['pagination']?.['has_more'] !== true) break;
      cursor = page['pagination']['next_cursor'];
    }
    assert.deepEqual(seen, ['Beta', 'Alpha', 'Gamma']);
  });

  it('moves an issue through all statuses, each write with the version before', async () => {
    await scene.send({ type: 'Lifecycle', ago: 1_000 });
    const { id } = (await scene.issue('Lifecycle')) as unknown as { id: string };
    const steps = [
      ['ignore', {}, 'ignored'],
      ['reopen', {}, 'ongoing'],
      ['snooze', { for: '6h' }, 'snoozed'],
      ['resolve', {}, 'resolved'],
      ['reopen', {}, 'ongoing'],
      ['snooze', { escalating: true }, 'snoozed'],
      ['reopen', {}, 'ongoing'],
      ['resolve', { in_next_release: true }, 'resolved'],
    ] as const;
    let version = 1;
    for (const [action, body, status] of steps) {
      const { status: code, json } = await scene.write(id, action, { ...body, expected_version: version });
      assert.deepEqual([code, json['status'], json['version']], [200, status, ++version], action);
    }
    const again = await scene.write(id, 'resolve', { expected_version: version });
    assert.deepEqual([again.status, again.json['version']], [200, version]);
  });

  it('regresses a resolved issue when it happens again', async () => {
    await scene.send({ type: 'Regression', ago: 1_000 });
    const { id } = (await scene.issue('Regression')) as unknown as { id: string };
    await scene.write(id, 'resolve', { expected_version: 1 });
    await scene.send({ type: 'Regression', ago: 3_600_000 });
    await scene.issue('Regression', 2);
    assert.equal((await scene.get(id))['status'], 'resolved');
    await scene.send({ type: 'Regression', release: '3.0' });
    await eventually('it regresses', async () => (await scene.get(id))['status'] === 'ongoing');
    const issue = await scene.get(id);
    assert.deepEqual(
      [issue['is_regression'], issue['regressed_release'], issue['version'], issue['reason']?.['code']],
      [true, '3.0', 3, 'regressed'],
    );
  });

  it('ends a snooze by occurrences', async () => {
    await scene.send({ type: 'Snoozed', ago: 1_000 });
    const { id } = (await scene.issue('Snoozed')) as unknown as { id: string };
    await scene.write(id, 'snooze', { expected_version: 1, occurrences: 2 });
    await scene.send({ type: 'Snoozed' });
    await scene.issue('Snoozed', 2);
    await eventually('it counts', async () => (await scene.get(id))['snooze']?.['occurrences_so_far'] === 1);
    await scene.send({ type: 'Snoozed' });
    await eventually('it wakes up', async () => (await scene.get(id))['status'] === 'ongoing');
    assert.equal((await scene.get(id))['reason']?.['code'], 'snooze_occurrences');
  });

  it('merges issues, also for later errors, and separates them with their own errors', async () => {
    await scene.send({ type: 'MergeA', ago: 2_000 }, { type: 'MergeB', ago: 1_000 });
    const [a, b] = [await scene.issue('MergeA'), await scene.issue('MergeB')];
    const merged = await scene.write(a['id'], 'merge', { source_ids: [b['id']], expected_version: 1 });
    assert.deepEqual([merged.status, merged.json['version']], [200, 2]);
    const sentAt = Date.now();
    await scene.send({ type: 'MergeB' });
    // An event is counted as soon as it is stored; the time at which the issue was last seen follows when it is taken in.
    await eventually('the error is counted and taken in', async () => {
      const { total_events: total, last_seen: lastSeen } = await scene.get(a['id']);
      return total === 3 && Date.parse(String(lastSeen)) >= sentAt;
    });
    const path = `/issues/${String(a['id'])}/merged-sources?project_id=${scene.project}`;
    const sources = [...((await ok('GET', path))['sources'] as Json[])];
    assert.deepEqual(
      sources.map((source) => [source['id'], source['status']]),
      [[b['id'], 'new']],
    );
    assert.equal((await scene.list()).filter((issue) => issue['id'] === b['id']).length, 0);
    await readsOfMerged(scene.project, String(b['id']), String(a['id']));

    const unmerged = await scene.write(b['id'], 'unmerge', {});
    assert.deepEqual([unmerged.status, unmerged.json['status']], [200, 'new']);
    assert.equal((await scene.get(b['id']))['total_events'], 2);
    assert.equal((await scene.get(a['id']))['total_events'], 1);
    await scene.send({ type: 'MergeB' });
    await eventually('it stays apart', async () => (await scene.get(b['id']))['total_events'] === 3);
    const grouping = await ok('GET', `/issues/${String(b['id'])}/grouping?project_id=${scene.project}`);
    assert.deepEqual(
      [...(grouping['hashes'] as Json[])].map((hash) => hash['assigned_by']),
      ['pin'],
    );
  });

  it('assigns issues to members', async () => {
    await scene.send({ type: 'Assigned', ago: 1_000 });
    const { id } = (await scene.issue('Assigned')) as unknown as { id: string };
    const [member] = [...((await ok('GET', '/account/members'))['members'] as Json[])];
    const userId = (member as Json)['user_id'] as string;
    const { status, json } = await scene.write(id, 'assign', { expected_version: 1, user_id: userId });
    assert.deepEqual([status, json['assignee_id'], json['status']], [200, userId, 'ongoing']);
    const nobody = await scene.write(id, 'assign', { expected_version: 2, unassign: true });
    assert.deepEqual([nobody.status, nobody.json['assignee_id']], [200, undefined]);
  });
});
