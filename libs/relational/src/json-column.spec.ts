import assert from 'node:assert/strict';
import { readJson, writeJson } from './json-column.js';

interface Stored {
  readonly name: string;
  readonly parts: readonly { readonly size?: number }[];
}

interface Dated {
  readonly at: Date;
}

describe('a JSON column', () => {
  it('holds values of interfaces', () => {
    const stored: Stored = { name: 'a', parts: [{ size: 1 }, {}] };
    const column = JSON.stringify(writeJson(stored));
    assert.deepEqual(readJson<Stored>(JSON.parse(column) as string), stored);
  });

  it('refuses to compile for values that JSON changes', () => {
    const dated: Dated = { at: new Date(0) };
    // @ts-expect-error JSON would turn the date into a text.
    writeJson(dated);
    // @ts-expect-error JSON has no integers of 64 bits.
    assert.throws(() => JSON.stringify(writeJson([{ count: 1n }])), TypeError);
  });
});
