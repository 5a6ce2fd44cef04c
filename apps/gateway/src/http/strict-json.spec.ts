import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { parseStrictJson } from './strict-json.js';

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));

function refusal(text: string | Uint8Array): ServiceError {
  try {
    parseStrictJson(Buffer.from(text));
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'invalid_request');
    return error;
  }
  assert.fail('was accepted');
}

const write = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part));

describe('strict JSON', () => {
  it('reads the same values as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        // Integers that a double changes are read exactly.
        assert.equal(write(parse(text)), JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  const ambiguous: [string, string][] = [
    ['at the top', '{"a":1,"a":2}'],
    ['with equal values', '{"a":1,"a":1}'],
    ['in a nested object', '{"x":[{"a":1,"b":2,"a":3}]}'],
    ['after a nested object', '{"a":{"a":1},"b":[],"a":2}'],
    ['in an escaped spelling', String.raw`{"project_id":"x","project\u005fid":"y"}`],
    ['where braces and quotes stand in strings', String.raw`{"a":"}{\"a\":","b":"\\","a":1}`],
    ['that is empty', '{"":1,"":2}'],
    ['spread over lines', '{\n  "a" : 1,\n  "a" : 2\n}'],
  ];
  for (const [name, text] of ambiguous) {
    it(`refuses a name given twice ${name}`, () => {
      assert.equal(refusal(text).message, 'body: holds the same name twice in one object');
    });
  }

  it('takes equal names in different objects and in strings', () => {
    for (const text of ['[{"a":1},{"a":2}]', '{"a":{"a":{"a":1}}}', '{"a":"a","b":["a","a"]}']) parse(text);
  });

  it('keeps a name that means something to the language as data', () => {
    const value = parse('{"__proto__":{"polluted":true},"constructor":1}') as Record<string, unknown>;
    assert.ok(Object.hasOwn(value, '__proto__'));
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  it('refuses text that is not JSON, repeating nothing of it', () => {
    for (const text of ['{', '{"a":}', 'SENTINEL', '{"SENTINEL":1,}', '[1 2]', '"SENTINEL', '{"a":01}', 'NaN']) {
      const { message } = refusal(text);
      assert.equal(message, 'The body is not valid JSON.');
    }
  });

  it('refuses bytes that are not UTF-8', () => {
    assert.equal(refusal(Uint8Array.of(0x22, 0xff, 0x22)).message, 'The body is not valid UTF-8.');
  });

  it('reads the longest strings a body can hold', () => {
    for (const unit of ['x', String.raw`\n`, String.raw`\"`, 'é']) {
      const text = `{"a":"${unit.repeat(400_000)}","b":1}`;
      assert.deepEqual(parse(text), JSON.parse(text));
    }
  });

  it('refuses more names and values than a request needs, before it parses them', () => {
    const names = (count: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, 0])));
    parse(names(10_000));
    parse(`[${'[],'.repeat(9_999)}[]]`);
    for (const text of [names(10_001), `[${'0,'.repeat(20_000)}0]`, '{},'.repeat(300_000), '{"":'.repeat(200_000)]) {
      assert.throws(() => parse(text), { code: 'payload_too_large' });
    }
  });

  it('refuses nesting without end', () => {
    parse('['.repeat(64) + ']'.repeat(64));
    assert.match(refusal('['.repeat(65) + ']'.repeat(65)).message, /nested too deeply/);
    assert.match(refusal('{"a":'.repeat(5000) + '1' + '}'.repeat(5000)).message, /nested too deeply/);
  });
});
