import assert from 'node:assert/strict';
import { Budget } from '@svc/otlp/wire';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { readEnvelope } from './read-envelope.js';

const read = (text: string | Buffer, items = 100) => readEnvelope(Buffer.from(text), new Budget(items, 1024 * 1024));
const payloads = (text: string): string[] => read(text).items.map(({ payload }) => payload.toString());

describe('an envelope', () => {
  it.each<[string, string, string[]]>([
    ['a header alone', '{}', []],
    ['a header with a newline', '{}\n', []],
    ['a payload with a length', '{}\n{"type":"a","length":4}\nab\nc\n', ['ab\nc']],
    ['a length to the end', '{}\n{"type":"a","length":2}\nab', ['ab']],
    ['a payload up to a newline', '{}\n{"type":"a"}\nab\n', ['ab']],
    ['a payload up to the end', '{}\n{"type":"a"}\nab', ['ab']],
    ['a length of null', '{}\n{"type":"a","length":null}\nab', ['ab']],
    ['empty payloads', '{}\n{"type":"a","length":0}\n\n{"type":"a","length":0}\n\n', ['', '']],
    ['empty payloads without the last newline', '{}\n{"type":"a","length":0}\n\n{"type":"a","length":0}\n', ['', '']],
    ['a return that belongs to the payload', '{}\n{"type":"a"}\nab\r\n', ['ab\r']],
    [
      'items of both kinds',
      '{}\n{"type":"a"}\nab\n{"type":"b","length":3}\n\n\n\n\n{"type":"c"}\nc',
      ['ab', '\n\n\n', 'c'],
    ],
  ])('is read with %s', (_, text, expected) => assert.deepEqual(payloads(text), expected));

  it.each<[string, string, string]>([
    ['nothing', '', 'header'],
    ['a header that is no object', '[]', 'header'],
    ['a header that is no JSON', '{"dsn"', 'header'],
    ['an item without a type', '{}\n{}\nab', 'items[0].header.type'],
    ['an item without a payload', '{}\n{"type":"a"}', 'items[0]'],
    ['an empty line instead of an item', '{}\n\n{"type":"a"}\nab', 'items[0].header'],
    ['a negative length', '{}\n{"type":"a","length":-1}\nab', 'items[0].header.length'],
    ['a length that is a text', '{}\n{"type":"a","length":"2"}\nab', 'items[0].header.length'],
    ['a length beyond the end', '{}\n{"type":"a","length":3}\nab', 'items[0]'],
    ['a length that ends inside of the payload', '{}\n{"type":"a"}\nx\n{"type":"a","length":1}\nab\n', 'items[1]'],
  ])('is refused with %s', (_, text, path) => {
    assert.throws(
      () => read(text),
      (error) => error instanceof ServiceError && error.details[0]?.path === path && error.code === 'invalid_request',
    );
  });

  it('is refused with more items than a request may have', () => {
    const text = `{}\n${'{"type":"a"}\n\n'.repeat(11)}`;
    assert.equal(read(text, 11).items.length, 11);
    assert.throws(
      () => read(text, 10),
      (error) => error instanceof ServiceError && error.code === 'payload_too_large',
    );
  });

  it('keeps all payloads that are written with their lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 }), fc.boolean(), (sent, isEnded) => {
        const parts = sent.map((payload) => [`{"type":"a","length":${payload.length}}\n`, Buffer.from(payload)]);
        const lines = parts
          .flatMap(([header = '', payload = '']) => ['\n', header, payload])
          .map((part) => Buffer.from(part));
        const body = Buffer.concat([Buffer.from('{}'), ...lines, Buffer.from(isEnded ? '\n' : '')]);
        assert.deepEqual(
          read(body).items.map(({ payload }) => [...payload]),
          sent.map((payload) => [...payload]),
        );
      }),
    );
  });
});
