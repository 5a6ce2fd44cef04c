import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { compileSearch } from '../search-language/index.js';
import { render } from '../statement/index.js';
import { testScope } from '../testing/index.js';
import { LOG_FIELDS } from './log-fields.js';
import { SPAN_FIELDS } from './span-fields.js';

const SENTINEL = 'q7Zx';
const scope = testScope(3);

/** Random queries with a sentinel in every place where a caller's string can appear. */
const value = fc
  .oneof(fc.string({ maxLength: 8 }), fc.constantFrom("'; DROP TABLE logs --", '{p1:String}', "\\'", '`', '*', '%_'))
  .map((text) => `${SENTINEL}${text}`);
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
const field = fc.oneof(
  fc.constantFrom(...LOG_FIELDS.fields.keys(), ...SPAN_FIELDS.fields.keys()),
  value.map(quoted),
  fc.constantFrom(`attributes.${SENTINEL}`, `resource.${SENTINEL}`, 'attributes.', 'resource.'),
);
const test = fc.oneof(
  value,
  value.map(quoted),
  value.map((text) => `>=${quoted(text)}`),
  fc.tuple(value, value).map(([low, high]) => `[${quoted(low)} TO ${quoted(high)}]`),
  fc.constantFrom('*', '>5', `${SENTINEL}*`, `*${SENTINEL}*${SENTINEL}`, '""'),
);
const condition = fc.oneof(
  test,
  fc.tuple(field, test).map(([name, tested]) => `${name}:${tested}`),
);
const query = fc
  .array(fc.tuple(fc.constantFrom(' ', ' AND ', ' OR ', ' AND NOT '), condition), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map(([operator, text], index) => (index === 0 ? text : `${operator}${text}`)).join(''));

describe('compiled searches', () => {
  it("never contain the caller's strings, nor anything that ends a statement", () => {
    let compiled = 0;
    fc.assert(
      fc.property(query, fc.constantFrom(LOG_FIELDS, SPAN_FIELDS), (text, table) => {
        try {
          const condition = compileSearch(text, table, scope);
          assert.ok(condition);
          const { sql } = render(condition);
          assert.ok(!sql.includes(SENTINEL));
          assert.match(sql, /^[A-Za-z0-9_ \n={}:()[\],.<>!'/-]*$/);
          assert.ok(!sql.includes('--') && !sql.includes(';'));
          compiled++;
        } catch (error) {
          assert.ok(error instanceof ServiceError, String(error));
          assert.ok(!JSON.stringify(error.toBody()).includes(SENTINEL));
        }
      }),
      { numRuns: 2_000 },
    );
    assert.ok(compiled > 200, `only ${compiled} queries were compiled`);
  });

  it('generates balanced parentheses and the project in every subselect', () => {
    fc.assert(
      fc.property(query, (text) => {
        let sql: string;
        try {
          const condition = compileSearch(text, LOG_FIELDS, scope);
          assert.ok(condition);
          sql = render(condition).sql;
        } catch (error) {
          assert.ok(error instanceof ServiceError);
          return;
        }
        const depth = [...sql].reduce((open, c) => open + (c === '(' ? 1 : c === ')' ? -1 : 0), 0);
        assert.equal(depth, 0);
        assert.equal(sql.split('SELECT').length, sql.split('project_number = ').length);
      }),
    );
  });

  const refusals: [query: string, hint: RegExp][] = [
    ['level:loud', /one of trace, debug, info, warn, error, fatal/],
    ['level:[a TO b]', /one of/],
    ['severity_number:high', /number/],
    ['severity_number:1*', /number/],
    ['trace_id:abc', /32 hexadecimal digits/],
    ['span_id:xyz*', /hexadecimal digits/],
    ['trace_id:>5', /no order/],
    ['body:>5', /no order/],
    [`"${Array.from({ length: 33 }, (_, index) => index).join(' ')}"`, /words in one phrase/],
  ];
  for (const [text, hint] of refusals) {
    it(`refuses an invalid query with a hint for ${text.slice(0, 20)}`, () => {
      assert.throws(
        () => compileSearch(text, LOG_FIELDS, scope),
        (error) => error instanceof ServiceError && error.code === 'invalid_request' && hint.test(error.message),
      );
    });
  }
});
