import assert from 'node:assert/strict';
import { toIngestUrl, toSnippets, toVariables } from './snippets.js';

describe('snippets of the first run', () => {
  const place = { url: 'https://ingest.example.com', key: '$SVC_API_KEY' };

  it('name the address and the key', () => {
    for (const text of [
      toVariables(place),
      ...toSnippets(place)
        .filter(({ readsVariables }) => !readsVariables)
        .map(({ code }) => code),
    ]) {
      assert.ok(text.includes(place.url), text);
      assert.ok(text.includes(place.key), text);
    }
  });

  const addresses: readonly (readonly [string | undefined, string, string])[] = [
    ['http://127.0.0.1:4318', '127.0.0.1', 'http://127.0.0.1:4318'],
    ['http://127.0.0.1:14318', 'svc.example.com', 'http://svc.example.com:14318'],
    ['https://ingest.example.com', 'svc.example.com', 'https://ingest.example.com'],
    [undefined, 'svc.example.com', 'http://svc.example.com:4318'],
  ];
  for (const [known, hostname, expected] of addresses)
    it(`send to ${expected} from ${hostname}`, () =>
      assert.equal(toIngestUrl(known, { protocol: 'http:', hostname }), expected));
});
