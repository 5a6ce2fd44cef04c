import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readMultipart } from './multipart.js';

const BOUNDARY = '----boundary-5f3a';

it('reads the values that a multipart body was built from', () => {
  const names = fc.stringMatching(/^[A-Za-z0-9_.-]{1,10}$/);
  const values = fc.oneof(fc.string(), fc.constantFrom('', '\r\n', '\r\n--', '--', 'a\r\n\r\nb'));
  const property = fc.property(fc.array(fc.tuple(names, values), { maxLength: 5 }), (entries) => {
    const parts = new Map(entries);
    const body = [...parts].map(
      ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const read = readMultipart(Buffer.from(`${body.join('')}--${BOUNDARY}--\r\n`), BOUNDARY);
    assert.deepEqual(new Map([...read].map(([name, value]) => [name, value.toString()])), parts);
  });
  fc.assert(property, { numRuns: 500 });
});

it('refuses a multipart body without names', () => {
  const body = Buffer.from(`--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\nx\r\n--${BOUNDARY}--\r\n`);
  assert.throws(() => readMultipart(body, BOUNDARY), { code: 36 });
});
