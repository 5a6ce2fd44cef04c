import assert from 'node:assert/strict';
import fc from 'fast-check';
import { instantNs, resolveBound } from './instant.js';

const NOW = Date.parse('2026-01-31T12:00:00Z');

describe('instants', () => {
  it('parses a timestamp to the nanosecond with its offset', () => {
    assert.equal(instantNs('1970-01-01T00:00:00Z'), 0n);
    assert.equal(instantNs('1970-01-01T00:00:00.000000001Z'), 1n);
    assert.equal(instantNs('1970-01-01T01:00:00+01:00'), 0n);
    assert.equal(instantNs('1969-12-31T19:30:00-04:30'), 0n);
    assert.equal(instantNs('0001-01-01T00:00:00Z'), -62_135_596_800_000_000_000n);
    assert.notEqual(instantNs('2024-02-29T00:00:00Z'), undefined);
  });

  it('rejects everything except existing RFC 3339 times', () => {
    const refused = [
      '',
      'yesterday',
      '2026-01-31',
      '2026-01-31 12:00:00Z',
      '2026-01-31T12:00:00',
      '2026-01-31T12:00Z',
      '2026-01-31T12:00:00.Z',
      '2026-01-31T12:00:00.1234567890Z',
      '2026-01-31T12:00:00+0100',
      '2026-01-31T12:00:00+24:00',
      '2026-01-31T24:00:00Z',
      '2026-01-31T12:60:00Z',
      '2026-01-31T12:00:60Z',
      '2026-02-29T12:00:00Z',
      '1900-02-29T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-10T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '1738324800',
      ' 2026-01-31T12:00:00Z',
      '2026-01-31T12:00:00Z\n',
    ];
    for (const text of refused) assert.equal(instantNs(text), undefined, JSON.stringify(text));
  });

  it('parses every millisecond of four-digit years like the platform', () => {
    const date = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(fc.property(date, (at) => instantNs(at.toISOString()) === BigInt(at.getTime()) * 1_000_000n));
  });

  it('counts durations back from now and keeps timestamps unchanged', () => {
    assert.equal(resolveBound('90m', NOW), '2026-01-31T10:30:00.000Z');
    assert.equal(resolveBound('2026-01-31T10:30:00.123456789+02:00', NOW), '2026-01-31T10:30:00.123456789+02:00');
    assert.equal(resolveBound('soon', NOW), undefined);
  });
});
