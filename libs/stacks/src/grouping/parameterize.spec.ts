import assert from 'node:assert/strict';
import { parameterize } from './parameterize.js';

const CASES: readonly (readonly [string, string])[] = [
  ['order 17 failed', 'order <int> failed'],
  ['user ada@shop.example not found', 'user <email> not found'],
  ['GET https://shop.example/a?b=1 failed', 'GET <url> failed'],
  ['cannot connect to db-7.internal:5432', 'cannot connect to <hostname>'],
  ['from 10.0.0.1:443', 'from <ip>'],
  ['from 2001:db8::8a2e:370:7334', 'from <ip>'],
  ['trace 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'trace <traceparent>'],
  ['id 123e4567-e89b-12d3-a456-426614174000', 'id <uuid>'],
  ['commit 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12', 'commit <sha1>'],
  ['etag d41d8cd98f00b204e9800998ecf8427e', 'etag <md5>'],
  ['at 2026-01-15T10:11:12.123Z', 'at <date>'],
  ['at 2026-01-15 10:11:12 +02:00', 'at <date>'],
  ['on Wed, 15 Jan 2026 10:11:12 GMT', 'on <date>'],
  ['after 1500ms', 'after <duration>'],
  ['after 1.5 seconds', 'after <duration>'],
  ['at 0x7ffe12ab', 'at <hex>'],
  ['revision 1a2b3c4', 'revision <hex>'],
  ['share 0.75', 'share <float>'],
  ['offset -3', 'offset <int>'],
  ["no column 'total'", 'no column <quoted>'],
  ['no column "total"', 'no column <quoted>'],
  ['retry=true', 'retry=<bool>'],
  ["it doesn't work and won't", "it doesn't work and won't"],
  ['a facade decade', 'a facade decade'],
  ['utf8 sha256', 'utf8 sha<int>'],
];

describe('parameterize', () => {
  for (const [message, expected] of CASES)
    it(`makes ${expected} of ${message}`, () => assert.equal(parameterize(message), expected));
});
