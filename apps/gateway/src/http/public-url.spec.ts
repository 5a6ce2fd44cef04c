import assert from 'node:assert/strict';
import { createIngestUrl } from './public-url.js';

describe('the address of ingestion', () => {
  it('returns the configured public address', () => {
    const ingestUrl = createIngestUrl({ url: 'https://in.example.com', sameHost: { port: 4318, scheme: 'http' } });
    assert.equal(ingestUrl('svc.example.com'), 'https://in.example.com');
  });

  it('returns the host that the client has reached where one process serves both', () => {
    const ingestUrl = createIngestUrl({ sameHost: { port: 4318, scheme: 'http' } });
    assert.equal(ingestUrl('box.lan:8080'), 'http://box.lan:4318');
    assert.equal(ingestUrl('127.0.0.1:8080'), 'http://127.0.0.1:4318');
    assert.equal(ingestUrl('[::1]:8080'), 'http://[::1]:4318');
    for (const host of [undefined, '', '/', 'a b']) assert.equal(ingestUrl(host), undefined);
  });

  it('returns no address otherwise', () => {
    assert.equal(createIngestUrl({})('box.lan:8080'), undefined);
  });
});
