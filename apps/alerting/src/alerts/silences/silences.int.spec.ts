import assert from 'node:assert/strict';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Silences } from '@svc/contract';
import type { Client } from '@svc/rpc';
import { responder, startAlerting, type AlertingServer } from '../../testing/alerting-server.js';

const MINUTE = 60_000;

describe('silences', () => {
  let server: AlertingServer;
  let silences: Client<typeof Silences>;
  const after = (ms: number) => timestampFromMs(server.clock.nowMs + ms);
  const matcher = (operator: string, value: string) => ({ labelName: 'service_name', operator, value });
  const request = (more: object = {}) => ({
    name: 'Deploy',
    matchers: [matcher('=', 'checkout')],
    endsAt: after(10 * MINUTE),
    ...more,
  });
  const listed = async (caller: ReturnType<typeof responder>) =>
    (await silences.list({}, caller)).silences.map(({ name, status }) => [name, status]);
  beforeAll(async () => {
    server = await startAlerting();
    silences = server.connect(Silences);
  });
  afterAll(() => server.stop());

  it('starts silences now by default, and lists them with their current status', async () => {
    const ann = responder();
    const created = await silences.create(request(), ann);
    assert.deepEqual([created.status, created.createdBy], ['active', ann.context.principalId]);
    await silences.create(request({ name: 'Later', startsAt: after(5 * MINUTE), endsAt: after(6 * MINUTE) }), ann);
    assert.deepEqual(await listed(ann), [
      ['Later', 'pending'],
      ['Deploy', 'active'],
    ]);
    server.clock.nowMs += 7 * MINUTE;
    assert.deepEqual(await listed(ann), [
      ['Later', 'expired'],
      ['Deploy', 'active'],
    ]);
    assert.deepEqual(await listed(responder()), []);
  });

  it('expires a silence that is deleted, even before its start, and keeps it in the list', async () => {
    const ann = responder();
    const active = await silences.create(request(), ann);
    const pending = await silences.create(request({ startsAt: after(MINUTE) }), ann);
    for (const { id } of [active, pending, active]) await silences.delete({ silenceId: id }, ann);
    const found = (await silences.list({}, ann)).silences;
    assert.deepEqual(
      found.map(({ status, endsAt }) => [status, endsAt]),
      [1, 2].map(() => ['expired', timestampFromMs(server.clock.nowMs)]),
    );
    for (const silenceId of [active.id, 'x'])
      await assert.rejects(silences.delete({ silenceId }, responder()), { code: 'not_found' });
  });

  it('refuses a silence that ends before its start or before now', async () => {
    const ann = responder();
    for (const times of [
      { endsAt: after(0) },
      { endsAt: after(-MINUTE), startsAt: after(-2 * MINUTE) },
      { startsAt: after(MINUTE), endsAt: after(MINUTE) },
    ])
      await assert.rejects(silences.create(request(times), ann), { code: 'invalid_request' });
    const past = await silences.create(request({ startsAt: after(-MINUTE) }), ann);
    assert.equal(past.status, 'active');
  });

  it('requires valid expressions, at least one of which does not match an absent label', async () => {
    const ann = responder();
    for (const matchers of [
      [matcher('=~', '(')],
      [matcher('=~', '.*')],
      [matcher('!=', 'checkout')],
      [matcher('=', '')],
      [matcher('=~', 'a{1001}')],
      Array.from({ length: 20 }, () => matcher('=~', 'a{200}')),
    ])
      await assert.rejects(silences.create(request({ matchers }), ann), { code: 'invalid_request' });
    const matchers = [matcher('=~', '.*'), matcher('!~', ''), matcher('=', 'checkout')];
    const created = await silences.create(request({ matchers }), ann);
    assert.deepEqual(
      created.matchers.map(({ operator, value }) => [operator, value]),
      matchers.map(({ operator, value }) => [operator, value]),
    );
  });

  it('refuses a silence that is too long, matches every alert, or can match none', async () => {
    const ann = responder();
    const other = (labelName: string, operator: string, value: string) => ({ labelName, operator, value });
    const cases: [more: object, field: string][] = [
      [{ endsAt: after(31 * 24 * 60 * MINUTE) }, 'ends_at'],
      [{ matchers: [other('alertname', '=~', '.+')] }, 'matchers'],
      [{ matchers: [other('severity', '!=', '')] }, 'matchers'],
      [{ matchers: [matcher('=', 'a'), matcher('=', 'b')] }, 'matchers[1].value'],
      [{ matchers: [matcher('=', 'a'), matcher('!=', 'a')] }, 'matchers[1].value'],
      [{ matchers: [other('severity', '=', 'high')] }, 'matchers[0].value'],
    ];
    for (const [more, field] of cases)
      await assert.rejects(silences.create(request(more), ann), (error: Error) =>
        error.message.startsWith(`${field}:`),
      );
    const longest = await silences.create(request({ endsAt: after(30 * 24 * 60 * MINUTE) }), ann);
    assert.equal(longest.status, 'active');
  });
});
