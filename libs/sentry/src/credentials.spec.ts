import assert from 'node:assert/strict';
import { parseDsn, parseSentryAuth, readEnvelopeKey } from './credentials.js';

const KEY = `svc_publishable_${'A1b2'.repeat(10)}_43XhjK`;

describe('the key of a request', () => {
  it.each<[string, string, ReturnType<typeof parseDsn>]>([
    ['a DSN', `http://${KEY}@127.0.0.1:4318/1`, { key: KEY, project: '1' }],
    ['a DSN with a secret', `https://${KEY}:s@shop.example/7`, { key: KEY, project: '7' }],
    ['a DSN with an empty secret', `https://${KEY}:@shop.example/7`, { key: KEY, project: '7' }],
    ['a DSN with a path', `https://${KEY}@shop.example/p/shop/7`, { key: KEY, project: '7' }],
    ['an address without a key', 'https://shop.example/7', undefined],
    ['a DSN without a project', `https://${KEY}@shop.example/`, undefined],
    ['another scheme', `ftp://${KEY}@shop.example/7`, undefined],
    ['a text', 'x', undefined],
  ])('is read of %s', (_, text, expected) => assert.deepEqual(parseDsn(text), expected));

  it.each<[string, string | undefined, string | undefined]>([
    ['spaces', `Sentry sentry_version=7, sentry_client=sentry.python/2.35.0, sentry_key=${KEY}`, KEY],
    ['no spaces', `Sentry sentry_key=${KEY},sentry_version=7,sentry_timestamp=1`, KEY],
    ['another case of the scheme', `sentry sentry_version=7,sentry_key=${KEY},sentry_secret=s`, KEY],
    ['no key', 'Sentry sentry_version=7', undefined],
    ['another scheme', `Bearer sentry_key=${KEY}`, undefined],
    ['nothing', undefined, undefined],
  ])('is read of X-Sentry-Auth with %s', (_, header, expected) => assert.equal(parseSentryAuth(header), expected));

  it('is read of the header of an envelope, whatever its items are', () => {
    const read = (header: unknown) => readEnvelopeKey(Buffer.from(`${JSON.stringify(header)}\nno item`));
    assert.equal(read({ dsn: `http://${KEY}@127.0.0.1:4318/1` }), KEY);
    assert.equal(read({ dsn: 7 }), undefined);
    assert.equal(read([]), undefined);
    assert.equal(read({ dsn: `http://${KEY}@127.0.0.1:4318/1`, trace: 'x'.repeat(16 * 1024) }), undefined);
    assert.equal(readEnvelopeKey(Buffer.from('no JSON')), undefined);
  });
});
