import assert from 'node:assert/strict';
import { Analytics } from '@segment/analytics-node';
import { eventually } from '@svc/testing';
import { PostHog } from 'posthog-node';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { newId } from '../persons/capture.js';
import { theService } from '../topology.js';
import { startLossyProxy } from './lossy-proxy.js';

const MINUTE = 60_000;

/** The user and the place of a session. */
interface Session {
  readonly user: string;
  readonly device: string;
  readonly tablet: string;
  readonly account: string;
}

describe('the official SDKs of other products, with no more than our address, and answers that get lost', () => {
  let project: string;
  let proxy: Awaited<ReturnType<typeof startLossyProxy>>;
  beforeAll(async () => {
    project = await defaultProjectId();
    proxy = await startLossyProxy(theService().ingestUrl);
  });
  afterAll(() => proxy[Symbol.asyncDispose]());

  const session = (): Session => ({
    user: newId('user'),
    device: newId('device'),
    tablet: newId('tablet'),
    account: newId('acme'),
  });
  const at = (minutesAgo: number): Date => new Date(Date.now() - minutesAgo * MINUTE);

  it('stores events of PostHog: anonymous, identified, known by an alias, in a group, and each message once', async () => {
    const who = session();
    const client = new PostHog(theService().apiKey, {
      host: proxy.url,
      flushAt: 100,
      flushInterval: 0,
      fetchRetryDelay: 100,
    });
    const { user, device, tablet, account } = who;
    const opened = `opened ${account}`;
    const paid = `paid ${account}`;
    client.capture({ distinctId: device, event: opened, properties: { path: '/' }, timestamp: at(9) });
    client.capture({ distinctId: device, event: opened, properties: { $session_id: 's1' }, timestamp: at(8) });
    client.identify({
      distinctId: user,
      properties: {
        $anon_distinct_id: device,
        $set: { plan: 'free', mail: 'ada@example.com' },
        $set_once: { source: 'ad' },
      },
    });
    client.alias({ distinctId: user, alias: tablet });
    client.groupIdentify({ groupType: 'company', groupKey: account, properties: { seats: 5 }, distinctId: user });
    const order = { amount: 42, $set: { plan: 'pro' }, $set_once: { source: 'mail' } };
    client.capture({ distinctId: user, event: paid, groups: { company: account }, properties: order });
    client.capture({ distinctId: tablet, event: opened, timestamp: at(1) });
    await client.shutdown();
    assert.ok(proxy.lost.has('/batch/'));
    await isRead(who, { opened, paid, properties: { plan: 'pro', mail: '[REDACTED]', source: 'ad' } });
  });

  it('stores events of Segment: anonymous, identified, known by an alias, in a group, and each message once', async () => {
    const who = session();
    const client = new Analytics({ writeKey: theService().apiKey, host: proxy.url, flushAt: 100 });
    const { user, device, tablet, account } = who;
    const opened = `opened ${account}`;
    const paid = `paid ${account}`;
    client.track({ anonymousId: device, event: opened, timestamp: at(9) });
    client.track({ anonymousId: device, event: opened, timestamp: at(8) });
    client.identify({ userId: user, anonymousId: device, traits: { plan: 'free', mail: 'ada@example.com' } });
    client.alias({ userId: user, previousId: tablet });
    client.group({ userId: user, groupId: account, traits: { seats: 5 } });
    client.track({ userId: user, event: paid, properties: { amount: 42 }, context: { groupId: account } });
    client.track({ anonymousId: tablet, event: opened, timestamp: at(1) });
    await client.closeAndFlush();
    assert.ok(proxy.lost.has('/v1/batch'));
    await isRead(who, { opened, paid, properties: { plan: 'free', mail: '[REDACTED]' } });
  });

  /** One person, one account, one timeline, and counts of messages and persons. */
  async function isRead(
    { user, device, tablet, account }: Session,
    { opened, paid, properties }: { opened: string; paid: string; properties: object },
  ): Promise<void> {
    const path = (more = ''): string => `/persons/${tablet}${more}?project_id=${project}`;
    const person = await eventually('one person', async () => {
      const found = await ok('GET', path()).catch(() => undefined);
      if (!found) return undefined;
      const ids = found['distinct_ids'] as unknown as string[];
      const isWhole = found['is_identified'] === true && Object.keys(found['properties'] ?? {}).length > 1;
      return ids.length === 3 && isWhole ? found : undefined;
    });
    assert.deepEqual([person['distinct_id'], person['is_identified'], person['properties']], [user, true, properties]);
    assert.deepEqual(new Set(person['distinct_ids'] as unknown as string[]), new Set([user, device, tablet]));
    const titles = await eventually('the timeline', async () => {
      const { entries } = await ok('GET', path('/timeline'));
      const found = [...(entries as Json[])].map(({ title }) => title as string);
      return found.length >= 4 && found;
    });
    assert.deepEqual(titles.toSorted(), [opened, opened, opened, paid].toSorted());

    const group = await eventually('the account', async () => {
      const { status, json } = await api('GET', `/groups/company/${account}?project_id=${project}`);
      return status === 200 && Object.keys(json['properties'] ?? {}).length > 0 && json;
    });
    assert.deepEqual(group['properties'], { seats: 5 });
    const { entries } = await ok('GET', `/groups/company/${account}/timeline?project_id=${project}`);
    assert.deepEqual(
      [...(entries as Json[])].map(({ title }) => title),
      [paid],
    );

    const counted = async (measure: string): Promise<number[]> => {
      const time_range = { start: at(60).toISOString(), end: new Date(Date.now() + MINUTE).toISOString() };
      const body = { project_id: project, events: [opened, paid], time_range, interval: 'total', measure };
      const { series } = await ok('POST', '/events/trends', { body });
      return [...(series as Json[])].map(({ total }) => Number(total));
    };
    assert.deepEqual(await counted('count'), [3, 1]);
    assert.deepEqual(await counted('unique_persons'), [1, 1]);
  }
});
