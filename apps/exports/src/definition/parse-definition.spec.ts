import assert from 'node:assert/strict';
import type { JsonObject } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { parseDefinition } from './parse-definition.js';

const CUTOFF = 1_769_904_000n * 1_000_000_000n; // 2026-02-01T00:00:00Z
const DAY = 86_400n * 1_000_000_000n;
const parse = (query: JsonObject) => parseDefinition(query, CUTOFF);

function getPath(query: JsonObject): string | undefined {
  try {
    parse(query);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return error.details[0]?.path;
  }
}

describe('the query of an export', () => {
  it('applies the defaults of a query', () => {
    assert.deepEqual(parse({ signal: 'logs' }), {
      signal: 'logs',
      filter: '',
      service_name: '',
      environment: '',
      level: '',
      metric: '',
      event: '',
      window: { from: String(CUTOFF - DAY), to: String(CUTOFF) },
      columns: null,
      options: { json_array: false, escape_formulas: false, bom: false, flatten_attributes: false },
    });
    assert.equal(parse({ signal: 'persons' }).window, null);
  });

  it('takes one value or a list of each filter, and the former name of service', () => {
    const filters = (query: JsonObject) => {
      const { service_name, environment, level, filter } = parse(query);
      return [service_name, environment, level, filter];
    };
    assert.deepEqual(filters({ signal: 'logs', service: 'a', environment: ['p'], level: ['warn'] }), [
      'a',
      'p',
      'warn',
      '',
    ]);
    assert.deepEqual(filters({ signal: 'logs', service_name: 'a', level: '' }), ['a', '', '', '']);
    const several = { service: ['a', 'b', 'a', ''], environment: ['p', 'q'], level: ['warn', 'error'] };
    assert.deepEqual(filters({ signal: 'logs', q: 'x OR y', ...several }), [
      ['a', 'b'],
      ['p', 'q'],
      '',
      '(x OR y) AND level:("warn" OR "error")',
    ]);
    assert.equal(filters({ signal: 'errors', level: 'warn' })[2], 'warning');
    assert.equal(filters({ signal: 'errors', level: ['warn', 'fatal'] })[3], 'level:("warning" OR "fatal")');
  });

  it('takes times as RFC 3339, exact to the nanosecond, and as whole seconds', () => {
    const { window } = parse({
      signal: 'traces',
      start_time: '2026-01-31T00:00:00.000000001Z',
      end_time: 1_769_860_800,
    });
    assert.deepEqual(window, { from: '1769817600000000001', to: '1769860800000000000' });
  });

  it('ends at the cutoff at the latest', () => {
    const query = { signal: 'logs', start_time: '2026-01-31T00:00:00Z', end_time: '2027-01-01T00:00:00Z' };
    assert.equal(parse(query).window?.to, String(CUTOFF));
  });

  const refused: [string, JsonObject, string][] = [
    ['no signal', {}, 'query.signal'],
    ['an unknown signal', { signal: 'replays' }, 'query.signal'],
    ['an unknown member', { signal: 'logs', limit: 5 }, 'query'],
    ['a member of another signal', { signal: 'traces', level: 'error' }, 'query'],
    ['times of persons', { signal: 'persons', start_time: 5 }, 'query'],
    ['an unknown level', { signal: 'logs', level: 'loud' }, 'query.level'],
    ['both names of the service', { signal: 'logs', service: 'a', service_name: 'a' }, 'query.service_name'],
    ['a service that is no text', { signal: 'logs', service: ['a', 5] }, 'query.service'],
    ['too many services', { signal: 'logs', service: Array.from({ length: 51 }, String) }, 'query.service'],
    ['an unknown level of a list', { signal: 'logs', level: ['error', 'loud'] }, 'query.level'],
    ['a filter that is no text', { signal: 'logs', q: 5 }, 'query.q'],
    ['a filter that is too long', { signal: 'logs', q: 'a'.repeat(4_097) }, 'query.q'],
    ['a time without a zone', { signal: 'logs', start_time: '2026-01-01T00:00:00' }, 'query.start_time'],
    ['a time that is no day', { signal: 'logs', end_time: '2026-02-30T00:00:00Z' }, 'query.end_time'],
    ['an empty time', { signal: 'logs', end_time: '' }, 'query.end_time'],
    ['fractions of seconds', { signal: 'logs', start_time: 1.5 }, 'query.start_time'],
    ['negative seconds', { signal: 'logs', start_time: -1 }, 'query.start_time'],
    ['seconds as a text', { signal: 'logs', start_time: '1769860800' }, 'query.start_time'],
    ['reversed times', { signal: 'logs', start_time: 20, end_time: 10 }, 'query.start_time'],
    ['an empty window', { signal: 'logs', start_time: 10, end_time: 10 }, 'query.start_time'],
    [
      'a window in the future',
      { signal: 'logs', start_time: 1_800_000_000, end_time: 1_900_000_000 },
      'query.start_time',
    ],
    ['no columns', { signal: 'logs', columns: [] }, 'query.columns'],
    ['a column twice', { signal: 'logs', columns: ['body', 'body'] }, 'query.columns'],
    ['a column that is no name', { signal: 'logs', columns: ['a b'] }, 'query.columns'],
    ['an attribute without a name', { signal: 'logs', columns: ['attributes.'] }, 'query.columns'],
    ['an unknown option', { signal: 'logs', options: { pretty: true } }, 'query.options'],
    ['an option that is no flag', { signal: 'logs', options: { bom: 'yes' } }, 'query.options.bom'],
    ['a project that is no text', { signal: 'logs', project_id: 5 }, 'query.project_id'],
    ['too much', { signal: 'logs', service_name: 'ü'.repeat(8_200) }, 'query'],
  ];
  it.each(refused)('is refused with %s', (_, query, path) => assert.equal(getPath(query), path));

  it('parses or refuses a query without repeating it in an error', () => {
    const names = fc.constantFrom('signal', 'q', 'level', 'start_time', 'end_time', 'columns', 'options', 'other');
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom('logs', 'persons', 'error', 'S3CRET'));
    fc.assert(
      fc.property(fc.dictionary(names, values), (query) => {
        try {
          parse({ signal: 'logs', ...(query as JsonObject) });
        } catch (error) {
          assert.ok(error instanceof ServiceError);
          assert.ok(!JSON.stringify(error.toBody()).includes('S3CRET'));
        }
      }),
    );
  });
});
