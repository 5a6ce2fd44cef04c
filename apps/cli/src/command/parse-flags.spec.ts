import assert from 'node:assert/strict';
import { NOW } from '../testing/fake-io.js';
import { CURSOR, EXPECTED_VERSION, IDEMPOTENCY_KEY, windowFlags, YES as CONFIRMATION } from './common-flags.js';
import type { Flag, RawFlags } from './flag.js';
import { parseFlags } from './parse-flags.js';

const YES: Flag = { name: 'yes', kind: 'bool', default: false, description: '' };
const LIMIT: Flag = { name: 'limit', kind: 'int', default: 0, min: 1, max: 100, description: '' };
const SORT: Flag = { name: 'sort', kind: 'string', default: 'up', choices: ['up', 'down'], description: '' };
const SCOPE: Flag = { name: 'scope', kind: 'stringSlice', description: '' };

function parse(flags: readonly Flag[], raw: RawFlags): Readonly<Record<string, unknown>> {
  return parseFlags(flags, raw, NOW).values;
}

function refusal(flags: readonly Flag[], raw: RawFlags): string {
  try {
    parseFlags(flags, raw, NOW);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  return assert.fail('nothing was refused');
}

describe('parseFlags', () => {
  it('leaves a relative window to the cursor of its first page', () => {
    const flags: Flag[] = [...windowFlags('1h'), CURSOR];
    const given = { since: ['6h'], until: ['5m'], cursor: ['c'] };
    const { values } = parseFlags(flags, given, NOW);
    assert.deepEqual([values['since'], values['until'], values['cursor']], [undefined, undefined, 'c']);
    const exact = parseFlags(flags, { since: ['2026-01-31T09:00:00Z'], cursor: ['c'] }, NOW);
    assert.equal(exact.values['since'], '2026-01-31T09:00:00Z');
  });

  it('names all missing flags', () => {
    assert.equal(
      refusal([EXPECTED_VERSION, IDEMPOTENCY_KEY], {}),
      '--expected-version, --idempotency-key are required',
    );
    assert.equal(refusal([EXPECTED_VERSION], {}), '--expected-version is required');
  });

  it('applies defaults and treats 0 as absent', () => {
    assert.deepEqual(parse([LIMIT, SORT, YES, SCOPE], {}), {
      limit: undefined,
      sort: 'up',
      yes: false,
      scope: undefined,
    });
    assert.equal(parse([LIMIT], { limit: ['0'] })['limit'], undefined);
  });

  it('uses the last occurrence of a single value and all of a list', () => {
    assert.equal(parse([LIMIT], { limit: ['5', '7'] })['limit'], 7);
    assert.equal(parse([YES], { yes: ['true', 'false'] })['yes'], false);
    assert.deepEqual(parse([SCOPE], { scope: ['a:r,b:r', 'c:r'] })['scope'], ['a:r', 'b:r', 'c:r']);
  });

  it('sends a number only if it is given, also 0, and refuses other texts', () => {
    const VALUE: Flag = { name: 'value', kind: 'float64', description: '' };
    assert.equal(parse([VALUE], {})['value'], undefined);
    for (const [text, value] of [
      ['0', 0],
      ['-0.5', -0.5],
      ['.25', 0.25],
      ['1e-3', 0.001],
    ] as const)
      assert.equal(parse([VALUE], { value: [text] })['value'], value);
    for (const text of ['', 'x', '0x10', '1,5', 'NaN', 'Infinity', '1e999', '--1'])
      assert.equal(refusal([VALUE], { value: [text] }), '--value must be a number such as 0.8', text);
  });

  it('requires the confirmation of a destructive command', () => {
    assert.equal(refusal([CONFIRMATION], {}), '--yes is required; --yes confirms what cannot be undone');
    assert.equal(parse([CONFIRMATION], { yes: ['true'] })['yes'], true);
  });

  it('checks each of several choices that commas separate', () => {
    const state: Flag = { name: 'state', kind: 'string', choices: ['a', 'b'], separated: true, description: '' };
    assert.equal(parse([state], { state: ['a,b'] })['state'], 'a,b');
    assert.equal(refusal([state], { state: ['a,c'] }), '--state must be one or more of a, b');
  });

  it('rejects an invalid value and names the valid ones', () => {
    assert.equal(refusal([LIMIT], { limit: ['101'] }), '--limit must be a whole number from 1 to 100');
    assert.equal(refusal([LIMIT], { limit: ['-1'] }), '--limit must be a whole number from 1 to 100');
    assert.equal(refusal([LIMIT], { limit: ['ten'] }), '--limit must be a whole number from 1 to 100');
    assert.equal(refusal([SORT], { sort: ['sideways'] }), '--sort must be one of up, down');
    assert.equal(refusal([YES], { yes: ['perhaps'] }), '--yes must be true or false');
    assert.equal(refusal([SCOPE], { scope: ['a,'] }), '--scope contains an empty item');
    assert.match(refusal([EXPECTED_VERSION], { 'expected-version': ['0'] }), /from 1/);
    assert.match(refusal([EXPECTED_VERSION], { 'expected-version': ['18446744073709551616'] }), /whole number/);
    assert.match(refusal([IDEMPOTENCY_KEY], { 'idempotency-key': ['a b'] }), /1 to 128/);
    assert.match(refusal(windowFlags('1h'), { since: ['-1h'] }), /^--since must be a duration/);
    assert.match(refusal(windowFlags('1h'), { until: [''] }), /^--until must be a duration/);
  });

  it('does not quote an invalid value', () => {
    for (const flag of [LIMIT, SORT, YES, EXPECTED_VERSION, IDEMPOTENCY_KEY, ...windowFlags('1h')]) {
      assert.ok(!refusal([flag], { [flag.name]: ['s3cret value'] }).includes('s3cret'), flag.name);
    }
  });

  it('converts a window to timestamps and leaves the default to the service', () => {
    assert.deepEqual(parse(windowFlags('1h'), { since: ['6h'], until: ['30m'] }), {
      since: '2026-01-31T06:00:00.000Z',
      until: '2026-01-31T11:30:00.000Z',
    });
    assert.deepEqual(parse(windowFlags('1h'), {}), { since: undefined, until: undefined });
  });

  it('rejects a window that ends before it starts', () => {
    assert.equal(refusal(windowFlags('1h'), { since: ['1h'], until: ['2h'] }), '--since must be before --until');
    const same = ['2026-01-31T10:00:00Z'];
    assert.equal(
      refusal(windowFlags('1h'), { since: same, until: ['2026-01-31T11:00:00+01:00'] }),
      '--since must be before --until',
    );
  });

  it('reports which flags were given', () => {
    const { given } = parseFlags([LIMIT, SORT, CURSOR], { sort: ['up'] }, NOW);
    assert.deepEqual([...given], ['sort']);
  });
});
