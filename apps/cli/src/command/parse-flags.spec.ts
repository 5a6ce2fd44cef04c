import assert from 'node:assert/strict';
import { NOW } from '../testing/fake-io.js';
import { CURSOR, EXPECTED_VERSION, IDEMPOTENCY_KEY, windowFlags, YES } from './common-flags.js';
import type { Flag, RawFlags } from './flag.js';
import { parseFlags } from './parse-flags.js';

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

it('every missing flag is named at once', () => {
  assert.equal(refusal([EXPECTED_VERSION, IDEMPOTENCY_KEY], {}), '--expected-version, --idempotency-key are required');
  assert.equal(refusal([EXPECTED_VERSION], {}), '--expected-version is required');
});

it('defaults apply, and an integer below its smallest value is absent', () => {
  assert.deepEqual(parse([LIMIT, SORT, YES, SCOPE], {}), {
    limit: undefined,
    sort: 'up',
    yes: false,
    scope: undefined,
  });
  assert.equal(parse([LIMIT], { limit: ['0'] })['limit'], undefined);
});

it('the last occurrence of a flag with one value counts; a list keeps all', () => {
  assert.equal(parse([LIMIT], { limit: ['5', '7'] })['limit'], 7);
  assert.equal(parse([YES], { yes: ['true', 'false'] })['yes'], false);
  assert.deepEqual(parse([SCOPE], { scope: ['a:r,b:r', 'c:r'] })['scope'], ['a:r', 'b:r', 'c:r']);
});

it('what a flag does not take is refused with what it takes', () => {
  assert.equal(refusal([LIMIT], { limit: ['101'] }), '--limit takes a whole number from 1 to 100');
  assert.equal(refusal([LIMIT], { limit: ['-1'] }), '--limit takes a whole number from 1 to 100');
  assert.equal(refusal([LIMIT], { limit: ['ten'] }), '--limit takes a whole number from 1 to 100');
  assert.equal(refusal([SORT], { sort: ['sideways'] }), '--sort takes one of up, down');
  assert.equal(refusal([YES], { yes: ['perhaps'] }), '--yes takes true or false');
  assert.equal(refusal([SCOPE], { scope: ['a,'] }), '--scope has an empty item');
  assert.match(refusal([EXPECTED_VERSION], { 'expected-version': ['0'] }), /from 1/);
  assert.match(refusal([EXPECTED_VERSION], { 'expected-version': ['18446744073709551616'] }), /whole number/);
  assert.match(refusal([IDEMPOTENCY_KEY], { 'idempotency-key': ['a b'] }), /1 to 128/);
  assert.match(refusal(windowFlags('1h'), { since: ['-1h'] }), /^--since takes a duration/);
  assert.match(refusal(windowFlags('1h'), { until: [''] }), /^--until takes a duration/);
});

it('a refusal never repeats what was typed', () => {
  for (const flag of [LIMIT, SORT, YES, EXPECTED_VERSION, IDEMPOTENCY_KEY, ...windowFlags('1h')]) {
    assert.ok(!refusal([flag], { [flag.name]: ['s3cret value'] }).includes('s3cret'), flag.name);
  }
});

it('a window becomes timestamps, and its default stays with the service', () => {
  assert.deepEqual(parse(windowFlags('1h'), { since: ['6h'], until: ['30m'] }), {
    since: '2026-01-31T06:00:00.000Z',
    until: '2026-01-31T11:30:00.000Z',
  });
  assert.deepEqual(parse(windowFlags('1h'), {}), { since: undefined, until: undefined });
});

it('a window that ends before it begins is refused', () => {
  assert.equal(refusal(windowFlags('1h'), { since: ['1h'], until: ['2h'] }), '--since must be before --until');
  const same = ['2026-01-31T10:00:00Z'];
  assert.equal(
    refusal(windowFlags('1h'), { since: same, until: ['2026-01-31T11:00:00+01:00'] }),
    '--since must be before --until',
  );
});

it('which flags were given is known apart from their values', () => {
  const { given } = parseFlags([LIMIT, SORT, CURSOR], { sort: ['up'] }, NOW);
  assert.deepEqual([...given], ['sort']);
});
