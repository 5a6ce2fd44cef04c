/** A mark in every hostile text, which shows when an error message echoes it. */
export const MARK = 'zq7fuzz';

type Random = () => number;

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** Longer bodies are refused by their size alone. */
const MAX_TEXT = 100_000;
const LENGTHS = [0, 1, 64, 201, 4_096, MAX_TEXT];
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length', ''];
const PATTERNS = [
  '(a+)+$',
  '(.*a){25}',
  '(?:\\w?){1,1000}$',
  '((a{1,100}){1,100}){1,10}',
  '[^',
  '(?<=a)b',
  '\\p{L}+\\1',
  '.{0,1000}x',
];
const QUERIES = [
  Array.from({ length: 300 }, (_, n) => `w${n}`).join(' OR '),
  `${'('.repeat(2_000)}a${')'.repeat(2_000)}`,
  `${'NOT '.repeat(1_000)}a`,
  'a:b:c:d "" "unterminated',
  '*a*'.repeat(500),
];
const CHARACTERS = [
  '\u0000',
  '\ud800',
  '\u202e',
  '\ufeff',
  '\u{1f4a9}',
  'e\u0301\u0327',
  "'",
  '"',
  '\\',
  '%',
  '%00',
  '\n',
  '${7*7}',
  '{{7*7}}',
  '/',
  '../',
  ';--',
];
const NUMBERS = [
  -1,
  0,
  0.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MIN_VALUE,
  '1e999',
  'NaN',
  '9'.repeat(400),
  '-0',
  '0x10',
  ' 1',
];
const TIMES = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '1',
  'P1Y',
];
const OTHERS = [null, true, [], {}, [[]], [null], { $ne: null }];

/** A value that no client with good intentions sends. */
export function hostileValue(random: Random): unknown {
  return pick(random, [text, characters, pattern, query, number, time, name, list, nested, wide, other])(random);
}

const text = (random: Random): string =>
  `${MARK}${pick(random, ['a', '@', '1', 'é', ' ', '\u0000', '=', '(']).repeat(pick(random, LENGTHS))}`;
const characters = (random: Random): string => `${MARK}${pick(random, CHARACTERS)}${pick(random, CHARACTERS)}`;
const pattern = (random: Random): string => pick(random, PATTERNS).repeat(pick(random, [1, 6, 50]));
const query = (random: Random): string => pick(random, QUERIES);
const number = (random: Random): unknown => pick(random, NUMBERS);
const time = (random: Random): string => pick(random, TIMES);
const name = (random: Random): string => pick(random, NAMES);
const other = (random: Random): unknown => pick(random, OTHERS);

function list(random: Random): unknown[] {
  const element = pick(random, [text, number, name, other, condition])(random);
  const length = typeof element === 'string' && element.length > 1_000 ? 5 : pick(random, [1, 21, 1_001, 20_000]);
  return Array.from({ length }, () => element);
}

function condition(random: Random): unknown {
  return { property: pick(random, NAMES), operator: pick(random, ['regex', 'in', 'is', 'gt']), value: pattern(random) };
}

function nested(random: Random): unknown {
  let value: unknown = MARK;
  const depth = pick(random, [17, 33, 101, 1_000]);
  const isList = random() < 0.5;
  for (let n = 0; n < depth; n++) value = isList ? [value] : { [pick(random, ['and', 'or', 'not', 'a'])]: value };
  return value;
}

/** `JSON.parse` makes an own property of a name that an object literal would not. */
function wide(random: Random): unknown {
  const members = Array.from(
    { length: pick(random, [3, 251, 9_000]) },
    (_, n) => `"${pick(random, NAMES)}${n % 3 === 0 ? '' : n}":1`,
  );
  return JSON.parse(`{${members.join(',')}}`) as unknown;
}
