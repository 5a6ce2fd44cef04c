import assert from 'node:assert/strict';
import path from 'node:path';
import { eventually } from '@svc/testing';
import { makeKey, ok, type Json } from '../../api.js';
import { theService } from '../../topology.js';
import { isReported, openShop, runShop, toDsn, type ShopCommand } from './shop.js';

const PROGRAM: ShopCommand = [process.execPath, path.join(import.meta.dirname, 'node-shop.js')];
const TYPE = /^Declined$/;

const MONITOR: ShopCommand = [process.execPath, path.join(import.meta.dirname, 'node-monitor.js')];

const WATCH = {
  severity: 'warning',
  group_by: ['sentry.monitor.slug'],
  window: '1h',
  interval: '1m',
  eval_delay: '0s',
};
const LATE = { name: 'A job is late', kind: 'absence', query: { signal: 'logs', q: 'sentry.monitor.status:ok' } };
const FAILS = {
  name: 'A job fails',
  kind: 'threshold',
  query: { signal: 'logs', level: ['error'], q: 'sentry.monitor.slug:*', agg: 'count' },
  condition: { op: 'gt', threshold: 0 },
};

describe('the SDK of Sentry for Node, with no more than a DSN', () => {
  it('reports an error, spans that it streams, and a log', async () => {
    const shop = await openShop();
    await isReported(shop, await runShop(shop, shop.dsn, ...PROGRAM), TYPE);
  });

  it('reports the same with a transaction', async () => {
    const shop = await openShop();
    const [file, ...parameters] = PROGRAM;
    const program: ShopCommand = [file, ...parameters, '--static'];
    await isReported(shop, await runShop(shop, shop.dsn, ...program), TYPE);
  });

  it('reports the same to an address of the application, which gets the key in the envelope only', async () => {
    const shop = await openShop();
    const [file, ...parameters] = PROGRAM;
    const tunnel = `--tunnel=${theService().ingestUrl}/api/1/envelope/`;
    await isReported(shop, await runShop(shop, shop.dsn, file, ...parameters, tunnel), TYPE);
  });

  it('checks in, and rules watch the monitors by the log records', async () => {
    const shop = await openShop();
    const { project, service } = shop;
    await runShop(shop, shop.dsn, ...MONITOR);
    const checkIns = await eventually('the check-ins', async () => {
      const { logs } = await ok('GET', `/logs?project_id=${project}&q=sentry.monitor.slug:*`);
      const found = [...(logs as Json[])];
      return found.length === 4 ? found : undefined;
    });
    const told = checkIns.map(({ body, level, service_name: name }) => [body, level, name].map(String).join(', '));
    assert.deepEqual(
      told.toSorted(),
      [
        'cleanup: error, error',
        'cleanup: in_progress, info',
        'nightly-report: in_progress, info',
        'nightly-report: ok, info',
      ].map((each) => `monitor ${each}, ${service}`),
    );
    const finished = checkIns.find(({ body }) => body === 'monitor nightly-report: ok');
    assert.ok(Number(finished?.['attributes']?.['sentry.monitor.duration']) >= 0);
    const begun = checkIns.find(({ body }) => body === 'monitor nightly-report: in_progress');
    assert.equal(begun?.['attributes']?.['sentry.monitor.schedule'], '1 hour');
    // The rules of docs/wires/sentry.md.
    const series = async (rule: object) => {
      const test = await ok('POST', `/alerts/rules/test?project_id=${project}`, { body: { ...WATCH, ...rule } });
      return [...(test['series'] as Json[])].map(({ labels }) => labels['sentry.monitor.slug'] as string);
    };
    await eventually('the rule of failures', async () => (await series(FAILS)).includes('cleanup'));
    assert.deepEqual(await series(FAILS), ['cleanup']);
    assert.deepEqual(await series(LATE), ['nightly-report']);
  });

  it('is refused with a secret key, which this SDK sends in the URL', async () => {
    const shop = await openShop();
    const { secret } = await makeKey(['telemetry:write'], shop.project);
    await runShop(shop, toDsn(secret), ...PROGRAM);
    const { logs } = await ok('GET', `/logs?project_id=${shop.project}`);
    assert.deepEqual([...(logs as Json[])], []);
    const answer = await fetch(`${theService().ingestUrl}/api/1/envelope/?sentry_key=${secret}`, {
      method: 'POST',
      body: '{}\n',
    });
    assert.equal(answer.status, 401);
    assert.match(((await answer.json()) as { detail: string }).detail, /must be a publishable key/);
  });
});
