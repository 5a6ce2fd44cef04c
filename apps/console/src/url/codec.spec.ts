import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  choice,
  flag,
  formatSearch,
  integer,
  list,
  optionalText,
  parseSearch,
  readFields,
  text,
  writeFields,
} from './codec.js';

const FIELDS = {
  q: text(),
  from: text('-1h'),
  env: list(),
  sort: choice(['newest', 'oldest'], 'newest'),
  live: flag(),
  rows: integer(50, { min: 1, max: 1000 }),
  open: optionalText(),
};

describe('codec of addresses', () => {
  it('returns the state that was written to an address', () => {
    const value = fc.string({ unit: 'binary' }).map((written) => written.toWellFormed());
    const state = fc.record(
      {
        q: value,
        from: value,
        env: fc.array(value.filter((item) => item !== '')),
        sort: fc.constantFrom('newest' as const, 'oldest' as const),
        live: fc.boolean(),
        rows: fc.integer({ min: 1, max: 1000 }),
        open: fc.option(
          value.filter((item) => item !== ''),
          { nil: undefined },
        ),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(state, (before) => {
        const address = new URL(`http://console.test/p/shop/logs${formatSearch(writeFields(FIELDS, before))}`);
        assert.deepEqual(readFields(FIELDS, parseSearch(address.search)), before);
      }),
    );
  });

  it('opens every address, with the default in place of a value that is not valid', () => {
    fc.assert(fc.property(fc.string(), (search) => void readFields(FIELDS, parseSearch(search))));
    const search = parseSearch('?sort=sideways&rows=-1&live=yes&open=');
    assert.deepEqual(readFields(FIELDS, search), {
      q: '',
      from: '-1h',
      env: [],
      sort: 'newest',
      live: false,
      rows: 50,
      open: undefined,
    });
  });

  it('keeps parameters of other pages, whatever their names', () => {
    const search = parseSearch('?__proto__=a&constructor=b&constructor=c');
    assert.equal(formatSearch(search), '?__proto__=a&constructor=b&constructor=c');
  });

  it('leaves defaults out and keeps times legible', () => {
    const state = { ...readFields(FIELDS, {}), from: '2026-11-01T08:00:00Z', env: ['production', 'staging'] };
    assert.equal(formatSearch(writeFields(FIELDS, state)), '?from=2026-11-01T08:00:00Z&env=production&env=staging');
  });
});
