import assert from 'node:assert/strict';
import { toIngestUrl } from './ingest-url.js';

describe('address of ingestion', () => {
  const addresses: readonly (readonly [string | undefined, string, string])[] = [
    ['http://127.0.0.1:4318', '127.0.0.1', 'http://127.0.0.1:4318'],
    ['http://127.0.0.1:14318', 'svc.example.com', 'http://svc.example.com:14318'],
    ['https://ingest.example.com', 'svc.example.com', 'https://ingest.example.com'],
    [undefined, 'svc.example.com', 'http://svc.example.com:4318'],
  ];
  for (const [known, hostname, expected] of addresses)
    it(`is ${expected} from ${hostname}`, () =>
      assert.equal(toIngestUrl(known, { protocol: 'http:', hostname }), expected));
});
