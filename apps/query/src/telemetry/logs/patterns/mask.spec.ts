import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mask } from './mask.js';

const CASES: readonly (readonly [message: string, masked: string])[] = [
  ['connection refused', 'connection refused'],
  ['user 42 logged in', 'user <number> logged in'],
  ['Press CTRL+C to \u001b[1mquit\u001b[22m 3', 'Press CTRL+C to quit <number>'],
  ['took 12.5ms, 3s or 1,024 KB at 99%', 'took <number>, <number> or <number> KB at <number>'],
  ['offset -12 +3 1e', 'offset <number> <number> 1e'],
  ['worker-12 of pool2', 'worker-<number> of pool2'],
  ['id=17;next=18', 'id=<number>;next=<number>'],
  ['order 0c9a9fc4-6d3c-4a0b-9d54-2f9b1e1a7c11 shipped', 'order <uuid> shipped'],
  ['order 0C9A9FC4-6D3C-4A0B-9D54-2F9B1E1A7C11', 'order <uuid>'],
  ['from 10.0.0.1:8080 to 192.168.0.0/16.', 'from <ip> to <ip>.'],
  ['version 1.2.3 of 2001:db8::1 and ::1', 'version <number> of <ip> and <ip>'],
  ['mac aa:bb:cc:dd:ee:ff', 'mac <ip>'],
  ['std::string Foo::bar', 'std::string Foo::bar'],
  ['commit 8f14e45fceea at 0xDEADbeef', 'commit <hex> at <hex>'],
  ['defaced facade deadbeef', 'defaced facade deadbeef'],
  ['at 2026-01-31T09:00:00.123Z and 2026-01-31 09:00:00,123', 'at <date> and <date>'],
  ['on 2026/01/31 until 31/01/2026 [31/Jan/2026:09:00:00 +0000]', 'on <date> until <date> [<date>]'],
  ['09:15:30 started', '<date> started'],
  ['mail to Jane.Doe+x@mail.example.org failed', 'mail to <email> failed'],
  ['GET https://example.org/a/1?b=2 failed', 'GET <url> failed'],
  ['dial tcp://10.0.0.1:9', 'dial <url>'],
  ['GET /api/v1/users/17/orders/ab12', 'GET /api/v1/users/<id>/orders/<id>'],
  ['open /var/log/app.2026.log: denied', 'open /var/log/<id>: denied'],
  ['name="Jane Doe" age=7', 'name=<quoted> age=<number>'],
  ["open 'a file' failed", 'open <quoted> failed'],
  ["can't won't", "can't won't"],
  ['{"user":"Jane","id":7,"a":{"b":"c"}}', '{"user":<quoted>,"id":<number>,"a":{"b":<quoted>}}'],
  ['', ''],
  ['日本 12 日', '日本 <number> 日'],
];

describe('mask', () => {
  for (const [message, masked] of CASES) {
    it(`turns ${JSON.stringify(message)} into ${JSON.stringify(masked)}`, () => {
      assert.equal(mask(message), masked);
    });
  }

  it('never throws, and leaves no separate number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(), (text, number) => {
        mask(text);
        assert.ok(!mask(`${text} ${number} x`).split(/\s/).includes(String(number)));
      }),
    );
  });
});
