import { allOf, sql, type Parameter, type Sql } from '../statement/index.js';
import type { Test } from './expression.js';
import { compareNumber, isNumeric } from './test-number.js';
import { compareText, matchesWholePattern } from './test-text.js';

/**
 * A test of one value of a map of strings. A missing key has no value: it does not exist, equals nothing and is in no
 * range. Numeric bounds compare numbers; other bounds compare strings.
 */
export function testMapValue(map: Sql, key: Parameter, test: Test): Sql {
  const exists = sql`mapContains(${map}, ${key})`;
  const value = sql`${map}[${key}]`;
  switch (test.kind) {
    case 'exists':
      return exists;
    case 'equals':
      return allOf([test.value === '' ? exists : undefined, compareText(value, test)]);
    case 'pattern':
      return allOf([exists, matchesWholePattern(value, test.parts)]);
    case 'range':
      return isNumeric(test)
        ? sql`ifNull(${compareNumber(sql`toFloat64OrNull(${value})`, test)}, 0)`
        : allOf([exists, compareText(value, test)]);
  }
}
