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
  ['cart 01ARZ3NDEKTSV4RRFFQ69G5FAV empty', 'cart <id> empty'],
  ['cart 01arz3ndektsv4rrffq69g5fav empty', 'cart <id> empty'],
  ['cart-01ARZ3NDEKTSV4RRFFQ69G5FAV empty', 'cart-<id> empty'],
  ['session sess_8Zk3TqP1xYvB expired', 'session <id> expired'],
  ['charge pi_3MtwBwLkdIwHu7ix28a3tqPa failed', 'charge <id> failed'],
  ['customer cus_NffrFeUfNVHibq is gone', 'customer <id> is gone'],
  ['etag_abcdef12 changed', '<id> changed'],
  ['order_12345678 is paid', 'order_<int> is paid'],
  ['upload 0ujtsYcgvSTl8PAuAdqWYSMnLOv failed', 'upload <id> failed'],
  ['job cjld2cjxh0000qzrmn831i7rn failed', 'job <id> failed'],
  ['room V1StGXR8_Z5jdHi6B-myT is full', 'room <id> is full'],
  ['video dQw4w9WgXcQ is private', 'video <id> is private'],
  ['user-123e4567-e89b-12d3-a456-426614174000 left', 'user-<uuid> left'],
  ['object 507f1f77bcf86cd799439011', 'object <hex>'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K is invalid', 'token <jwt> is invalid'],
  ['body of 12KB is too large', 'body of <size> is too large'],
  ['body of 3MB is too large', 'body of <size> is too large'],
  ['body of 1.5 GiB is too large', 'body of <size> is too large'],
  ['read 512 bytes', 'read <size>'],
  ['read 1,024 bytes', 'read <size>'],
  ['limit 64Mi', 'limit <size>'],
  ['paid 1,234 of 12', 'paid <int> of <int>'],
  ['paid 1,234.50', 'paid <float>'],
  ['cannot open C:\\Users\\ada\\My Documents\\a.txt: denied', 'cannot open <path>: denied'],
  ['cannot open C:/Users/ada/a.txt: denied', 'cannot open <path>: denied'],
  ['cannot open \\\\files\\share\\a.txt: denied', 'cannot open <path>: denied'],
  ['cannot open /tmp/upload-7f/a.txt: denied', 'cannot open <path>: denied'],
  ['device 00:1B:44:11:3A:B7 left', 'device <mac> left'],
  ['MAX_RETRIES_EXCEEDED for checkout_controller', 'MAX_RETRIES_EXCEEDED for checkout_controller'],
  ['TLS_ECDHE_RSA_WITH_AES failed', 'TLS_ECDHE_RSA_WITH_AES failed'],
  ['sha256WithRSAEncryption is not supported', 'sha<int>WithRSAEncryption is not supported'],
  ['GET /users/orders failed', 'GET /users/orders failed'],
  ['InternalServerErrorException in getUserProfileName', 'InternalServerErrorException in getUserProfileName'],
  ['payment-service-unavailable', 'payment-service-unavailable'],
  ['too hot: 20C', 'too hot: <int>C'],
  ['too hot: 5C', 'too hot: <int>C'],
  ['limit of 120rps, 3x', 'limit of <int>rps, <int>x'],
  ['http2 and v1 and md5', 'http2 and v1 and md5'],
  ['total 12345678.5', 'total <float>'],
];

describe('parameterize', () => {
  for (const [message, expected] of CASES)
    it(`makes ${expected} of ${message}`, () => assert.equal(parameterize(message), expected));

  it('takes linear time for texts that almost match', () => {
    const texts = ['eyJ', 'C:\\a ', '/tmp/', 'a_', '1,', 'aB1', '00:'].map((text) => text.repeat(4096));
    for (const text of texts) {
      const start = performance.now();
      parameterize(text);
      assert.ok(performance.now() - start < 200, text.slice(0, 9));
    }
  });
});
