import assert from 'node:assert/strict';
import path from 'node:path';
import { makeKey, ok, type Json } from '../../api.js';
import { theService } from '../../topology.js';
import { isReported, openShop, runShop, toDsn, type ShopCommand } from './shop.js';

const PROGRAM: ShopCommand = [process.execPath, path.join(import.meta.dirname, 'node-shop.js')];
const TYPE = /^Declined$/;

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
