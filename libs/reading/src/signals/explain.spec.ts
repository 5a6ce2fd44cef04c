import assert from 'node:assert/strict';
import { explainSearch } from '../search-language/index.js';
import { LOG_FIELDS } from './log-fields.js';
import { SPAN_FIELDS } from './span-fields.js';

/** `position field: kind name type index`, with ! for a negated condition. */
const explained = (query: string, table = LOG_FIELDS): string[] =>
  explainSearch(query, table).conditions.map(({ position, field = '', isNegated, test, places }) => {
    const found = places.map(({ kind, name, type, index = '-' }) => `${kind} ${name} ${type} ${index}`);
    return `${position} ${isNegated ? '!' : ''}${field} ${test}: ${found.join(', ')}`;
  });

describe('explainSearch', () => {
  const CASES: readonly (readonly [string, readonly string[]])[] = [
    ['', []],
    ['timeout', ['1  equals: column body text body_tokens']],
    ['time*', ['1  pattern: column body text body_tokens']],
    [
      'a AND -level:error',
      ['1  equals: column body text body_tokens', '14 !level equals: column severity_number named -'],
    ],
    ['NOT (NOT service:web)', ['18 service equals: column service_name keyword service_names']],
    ['trace_id:"00112233445566778899aabbccddeeff"', ['10 trace_id equals: column trace_id id trace_id_bloom']],
    ['trace_id:*', ['10 trace_id exists: column trace_id id -']],
    [
      'http.route:/a',
      ['12 http.route equals: attribute http.route keyword attribute_values, resource_attribute http.route keyword -'],
    ],
    ['level:error', ['7 level equals: column severity_number named severity_numbers']],
    ['attributes.n:>5', ['14 attributes.n range: attribute n keyword -']],
    ['resource.host.name:a*', ['20 resource.host.name pattern: resource_attribute host.name keyword -']],
    [
      'resource.http.method:* -attributes.http.request.method:GET',
      [
        '22 resource.http.method exists: resource_attribute http.request.method keyword -, resource_attribute http.method keyword -',
        '56 !attributes.http.request.method equals: attribute http.request.method keyword -, attribute http.method keyword -',
      ],
    ],
    ['env:(a OR b)', ['6 env equals: column environment keyword -', '11 env equals: column environment keyword -']],
  ];
  for (const [query, expected] of CASES)
    it(`explains how ${query || 'an empty query'} was resolved`, () => assert.deepEqual(explained(query), expected));

  it('names every place in which words are searched', () => {
    const [condition] = explainSearch('checkout', SPAN_FIELDS).conditions;
    assert.ok(condition && condition.places.length > 0);
    assert.ok(condition.places.every(({ kind, name }) => kind === 'column' && name !== ''));
  });
});
