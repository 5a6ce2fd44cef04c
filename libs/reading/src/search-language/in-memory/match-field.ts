import type { Test } from '../expression.js';
import type { NumberRange, SearchField } from '../fields.js';
import { compareNumbers, compareTexts, matchesWholePattern } from './compare.js';
import { containsWords, matchesPattern } from './words.js';

/** Whether a value passes the test; equivalent to the condition that `testField` creates for the field's column. */
export function matchField(field: SearchField, test: Test): (value: string | number) => boolean {
  switch (field.type) {
    case 'text':
      return onText(matchProse(test));
    case 'keyword':
      return onText(matchKeyword(test));
    case 'number':
      return onNumber(matchNumber(test));
    case 'id':
      return onText(matchId(field.bytes * 2, test));
    case 'named':
      return onNumber(matchNamed(field.names, test));
  }
}

type TextTest = (text: string) => boolean;
type NumberTest = (number: number) => boolean;

const onText = (matches: TextTest) => (value: string | number) => matches(String(value));
const onNumber = (matches: NumberTest) => (value: string | number) => matches(Number(value));

function matchProse(test: Test): TextTest {
  switch (test.kind) {
    case 'exists':
      return (text) => text !== '';
    case 'equals':
      return test.value === '' ? (text) => text === '' : containsWords(test.value);
    case 'pattern':
      return matchesPattern(test.parts);
    case 'range':
      throw unreachableTest();
  }
}

function matchKeyword(test: Test): TextTest {
  switch (test.kind) {
    case 'exists':
      return (text) => text !== '';
    case 'pattern':
      return matchesWholePattern(test.parts);
    case 'equals':
    case 'range':
      return compareTexts(test);
  }
}

function matchNumber(test: Test): NumberTest {
  if (test.kind === 'exists') return () => true;
  if (test.kind === 'pattern') throw unreachableTest();
  return compareNumbers(test);
}

function matchId(digits: number, test: Test): TextTest {
  const absent = '0'.repeat(digits);
  switch (test.kind) {
    case 'exists':
      return (id) => id !== absent;
    case 'equals': {
      const sought = test.value.toLowerCase();
      return (id) => id === sought;
    }
    case 'pattern':
      return matchesWholePattern(test.parts.map((part) => part.toLowerCase()));
    case 'range':
      throw unreachableTest();
  }
}

function matchNamed(names: ReadonlyMap<string, NumberRange>, test: Test): NumberTest {
  const range = (name: string): NumberRange => {
    const found = names.get(name.toLowerCase());
    if (!found) throw unreachableTest();
    return found;
  };
  switch (test.kind) {
    case 'exists':
      return (number) => number > 0;
    case 'equals':
      return within(range(test.value));
    case 'pattern': {
      const matches = matchesWholePattern(test.parts.map((part) => part.toLowerCase()));
      const found = [...names].filter(([name]) => matches(name)).map(([, named]) => within(named));
      return (number) => found.some((contains) => contains(number));
    }
    case 'range': {
      const { low, high } = test;
      const all = [...names.values()];
      return within({
        // A record whose number has no name is in no range.
        low: low ? (low.inclusive ? range(low.value).low : range(low.value).high + 1) : least(all),
        high: high ? (high.inclusive ? range(high.value).high : range(high.value).low - 1) : greatest(all),
      });
    }
  }
}

const within =
  ({ low, high }: NumberRange): NumberTest =>
  (number) =>
    number >= low && number <= high;

const least = (ranges: readonly NumberRange[]): number => Math.min(...ranges.map(({ low }) => low));
const greatest = (ranges: readonly NumberRange[]): number => Math.max(...ranges.map(({ high }) => high));

function unreachableTest(): Error {
  return new Error('a query that has no meaning for its field must be refused earlier');
}
