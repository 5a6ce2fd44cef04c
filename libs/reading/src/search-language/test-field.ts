import { anyOf, idBytes, sql, uint8, type Sql } from '../statement/index.js';
import type { Test } from './expression.js';
import type { NumberRange, SearchField } from './fields.js';
import { searchError } from './syntax-error.js';
import { compareNumber, isNumeric } from './test-number.js';
import { compareText, matchesWholePattern } from './test-text.js';
import { containsWords, matchesPattern } from './words.js';

type FieldOf<T extends SearchField['type']> = Extract<SearchField, { type: T }>;

/** A test of a field that has a column. `at` is the position of the value, for errors. */
export function testField(field: SearchField, test: Test, at: number): Sql {
  switch (field.type) {
    case 'text':
      return testProse(field, test, at);
    case 'keyword':
      return testKeyword(field, test);
    case 'number':
      return testNumber(field, test, at);
    case 'id':
      return testId(field, test, at);
    case 'named':
      return testNamed(field, test, at);
  }
}

function testProse({ matches }: FieldOf<'text'>, test: Test, at: number): Sql {
  switch (test.kind) {
    case 'exists':
      return matches((prose) => sql`${prose} != ''`);
    case 'equals':
      return matches(test.value === '' ? (prose) => sql`${prose} = ''` : containsWords(test.value, at));
    case 'pattern':
      return matches(matchesPattern(test.parts));
    case 'range':
      throw searchError(at, 'this is a text field, which has no order');
  }
}

function testKeyword({ column }: FieldOf<'keyword'>, test: Test): Sql {
  switch (test.kind) {
    case 'exists':
      return sql`${column} != ''`;
    case 'pattern':
      return matchesWholePattern(column, test.parts);
    case 'equals':
    case 'range':
      return compareText(column, test);
  }
}

function testNumber({ column }: FieldOf<'number'>, test: Test, at: number): Sql {
  if (test.kind === 'exists') return sql`1`;
  if (test.kind === 'pattern' || !isNumeric(test)) throw searchError(at, 'this field needs a number');
  return compareNumber(column, test);
}

function testId({ column, bytes }: FieldOf<'id'>, test: Test, at: number): Sql {
  const digits = bytes * 2;
  switch (test.kind) {
    case 'exists':
      return sql`${column} != ${idBytes('0'.repeat(digits), bytes)}`;
    case 'equals':
      if (test.value.length !== digits || !isHexadecimal(test.value)) {
        throw searchError(at, `this field needs ${digits} hexadecimal digits`);
      }
      return sql`${column} = ${idBytes(test.value, bytes)}`;
    case 'pattern':
      if (!test.parts.every(isHexadecimal)) throw searchError(at, 'this field needs hexadecimal digits');
      return matchesWholePattern(
        sql`lower(hex(${column}))`,
        test.parts.map((part) => part.toLowerCase()),
      );
    case 'range':
      throw searchError(at, 'this field has no order');
  }
}

function testNamed({ column, names }: FieldOf<'named'>, test: Test, at: number): Sql {
  const range = (name: string): NumberRange => {
    const found = names.get(name.toLowerCase());
    if (!found) throw searchError(at, `this field is one of ${[...names.keys()].join(', ')}`);
    return found;
  };
  switch (test.kind) {
    case 'exists':
      return sql`${column} > 0`;
    case 'equals':
      return between(column, range(test.value));
    case 'pattern':
      return anyOf([...names].filter(([name]) => fits(name, test.parts)).map(([, found]) => between(column, found)));
    case 'range': {
      const low = test.low && (test.low.inclusive ? range(test.low.value).low : range(test.low.value).high + 1);
      const high = test.high && (test.high.inclusive ? range(test.high.value).high : range(test.high.value).low - 1);
      const all = [...names.values()];
      // A record whose number has no name is in no range.
      const lowest = Math.min(...all.map((named) => named.low));
      const highest = Math.max(...all.map((named) => named.high));
      return between(column, { low: low ?? lowest, high: high ?? highest });
    }
  }
}

function between(column: Sql, { low, high }: NumberRange): Sql {
  if (low > high) return sql`0`;
  return low === high
    ? sql`${column} = ${uint8(low)}`
    : sql`(${column} >= ${uint8(low)} AND ${column} <= ${uint8(high)})`;
}

function fits(name: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts.map((part) => part.toLowerCase());
  const last = others.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let position = first.length;
  for (const part of others) {
    const found = name.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return position + last.length <= name.length;
}

const isHexadecimal = (value: string): boolean => /^[0-9a-f]*$/i.test(value);
