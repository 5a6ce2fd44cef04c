import assert from 'node:assert/strict';
import { explainSearch } from '@svc/reading/search-language';
import { LOG_FIELDS } from '@svc/reading/signals';
import fc from 'fast-check';
import { substitute } from '../../variables.js';
import { Unsupported } from './expression.js';
import { translateLogql } from './logql.js';
import { translatePromql } from './promql.js';

const VARIABLES = new Set(['service', 'env']);

const attempt = (translate: typeof translatePromql, expression: string): string => {
  try {
    const { query, changes } = translate(expression, VARIABLES);
    const { metric = '', aggregate = '', groupBy = [], q } = query;
    return [metric, aggregate, groupBy.join(), q, ...changes].join(' | ');
  } catch (error) {
    assert.ok(error instanceof Unsupported);
    return `left out: ${error.message}`;
  }
};

describe('queries of Prometheus', () => {
  const COMPLEX = 'left out: the query is more complex than a widget can ask';
  const cases: [expression: string, expected: string][] = [
    ['up', 'up | avg |  |  | all series are shown as one'],
    ['avg by (job, instance) (node_load1{job="node"})', 'node_load1 | avg | job,instance | job:"node"'],
    ['max(queue_length) by (queue)', 'queue_length | max | queue | '],
    [
      'sum(rate(http_requests_total{code=~"4..|5.."}[5m]))',
      'left out: a regular expression is more than alternatives of texts',
    ],
    [
      'sum by (code) (rate(http_requests_total{code=~"404|500", job!="x"}[$__rate_interval]))',
      'http_requests_total | rate | code | (code:"404" OR code:"500") NOT job:"x"',
    ],
    ['rate(requests{service="$service"}[5m])', 'requests | rate |  | service:$service | all series are shown as one'],
    [
      'sum(increase(requests{env=~"${env:regex}"}[1h]))',
      'requests | sum |  | env:$env | the increase is that of each interval of the widget',
    ],
    ['histogram_quantile(0.95, sum by (le, route) (rate(latency_bucket[5m])))', 'latency | p95 | route | '],
    [
      'histogram_quantile(0.42, sum by (le) (rate(latency_bucket[5m])))',
      'left out: quantiles other than 0.5, 0.9, 0.95 and 0.99 are not known',
    ],
    [
      'm{a="", b!="", c=~".*", d=~".+", e=~"x.*", f=~".*/y.*"}',
      'm | avg |  | (NOT a:*) NOT (NOT b:*) d:* e:x* f:*\\/y* | all series are shown as one',
    ],
    ['m{a="b\\"c\\\\d"}', 'm | avg |  | a:"b\\"c\\\\d" | all series are shown as one'],
    ['m{a="$unknown"}', 'left out: the query uses a variable that the dashboard does not have'],
    ['m{a="x-$env"}', 'left out: a variable is only a part of a value'],
    ['sum(m)', 'left out: levels of several series cannot be added up'],
    ['avg(rate(m[5m]))', 'left out: rates of single series cannot be compared'],
    ['m{a=\'b\', c="[$env]"} # note', 'left out: a variable is only a part of a value'],
    ["sum by (a) (rate(m{a='b'}[${env}s])) # note", 'm | rate | a | a:"b"'],
    ['rate(m[5m:1m])', COMPLEX],
    ['rate(m[5m] offset 1h)', COMPLEX],
    ['sum by (a) (rate(m[5m])) > 1', COMPLEX],
    ['min_over_time(m[5m])', COMPLEX],
    ['m / n', COMPLEX],
    ['m * 100', COMPLEX],
    ['topk(5, m)', COMPLEX],
    ['sum without (a) (rate(m[5m]))', COMPLEX],
    ['rate(m)', COMPLEX],
    ['m{a="b"', COMPLEX],
    ['', COMPLEX],
    ['m'.repeat(5_000), 'left out: the query is too long'],
  ];
  it.each(cases)('%s', (expression, expected) => assert.equal(attempt(translatePromql, expression), expected));
});

describe('queries of Loki', () => {
  const COMPLEX = 'left out: the query is more complex than a widget can ask';
  const cases: [expression: string, expected: string][] = [
    ['{service_name="cart"}', ' |  |  | service:"cart"'],
    ['{app="cart"} |= "time out" != `debug` | json', ' |  |  | app:"cart" "time out" NOT "debug"'],
    ['sum by (detected_level) (count_over_time({app="cart"}[5m]))', ' | count | level | app:"cart"'],
    ['sum(rate({app=~"a|b"} |= "x" [1m])) by (app)', ' | rate | app | (app:"a" OR app:"b") "x"'],
    ['rate({app="a"}[1m])', ' | rate |  | app:"a" | all streams are shown as one'],
    ['sum by (app, pod) (rate({app="a"}[$__auto] |= "x"))', ' | rate | app,pod | app:"a" "x"'],
    ['{app="a"} |= "x" or "y"', COMPLEX],
    ['{app="a"} | json x="y"', COMPLEX],
    ['rate({app="a"} | unwrap x [1m])', COMPLEX],
    ['{app="a"} |~ "x.y"', COMPLEX],
    ['{app="a"} | line_format "{{.x}}"', COMPLEX],
    ['topk(3, sum(rate({app="a"}[1m])))', COMPLEX],
  ];
  it.each(cases)('%s', (expression, expected) => assert.equal(attempt(translateLogql, expression), expected));
});

describe('any query', () => {
  const piece = fc.constantFrom(
    ...[
      'sum',
      'avg',
      'by',
      'rate',
      'histogram_quantile',
      '(',
      ')',
      '{',
      '}',
      ',',
      '[5m]',
      '"x"',
      '`',
      '"',
      '\\',
      '$env',
      '0.5',
    ],
    ...['a', 'le', '=', '=~', '!=', '!~', '|', '|=', '.*', ' ', '\n', '"\\"" OR *"', 'NOT', 'ü', '\u0000', '\ud800'],
  );
  it('omits a query or translates it to a filter that the service reads', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const translate of [translatePromql, translateLogql])
          try {
            const { query } = translate(pieces.join(''), VARIABLES);
            explainSearch(substitute(query.q, new Map([...VARIABLES].map((name) => [name, 'v']))), LOG_FIELDS);
          } catch (error) {
            assert.ok(error instanceof Unsupported, String(error));
          }
      }),
      { numRuns: 5_000 },
    );
  });

  it('treats values as values only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (value) => {
        if (/[`$[\r\n]/.test(value) || value === '') return;
        const { query } = translatePromql(`m{a=\`${value}\`}`, VARIABLES);
        const { conditions } = explainSearch(query.q, LOG_FIELDS);
        assert.equal(conditions.length, 1);
      }),
    );
  });
});
