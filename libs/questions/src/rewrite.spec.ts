import assert from 'node:assert/strict';
import { CatalogIndex } from './catalog/catalog-index.js';
import { EXAMPLES } from './examples.js';
import { parseQuestion } from './parse.js';
import { isRewritable, parseRewrite } from './rewrite.js';
import { ASKED_AT } from './testing/expectation.js';
import { SHOP } from './testing/shop-catalog.js';

const index = new CatalogIndex(SHOP);
const asking = { now: ASKED_AT, zone: 'UTC' };
const rewritten = (question: string, rewrite: string) => parseRewrite(question, rewrite, index, asking)?.query;

describe('an example of a question', () => {
  for (const example of EXAMPLES)
    it(`is answered: ${example}`, () => {
      const { status, reason, notUnderstood } = parseQuestion(example, index, asking);
      assert.equal(status, 'answered', `${reason} ${notUnderstood.join(' ')}`);
    });
});

describe('the rewrite of a question', () => {
  it('has the query of the rules, with the default window', () => {
    const query = rewritten('what did checkout whine about', 'error logs of checkout');
    assert.deepEqual(query?.parameters, {
      level: ['error'],
      service: ['checkout'],
      start_time: '2026-11-25T14:30:00Z',
      end_time: '2026-11-25T15:30:00Z',
    });
  });

  it('keeps the time of the question', () => {
    const query = rewritten('what did checkout whine about yesterday', 'error logs of checkout yesterday');
    assert.equal(query?.parameters['start_time'], '2026-11-24T00:00:00Z');
  });

  it('searches for a text that the question quotes', () => {
    assert.equal(
      rewritten('checkout logs that moan of "refund"', 'logs of checkout containing "refund"')?.parameters['q'],
      '"refund"',
    );
  });

  const REFUSED: readonly (readonly [title: string, question: string, rewrite: string])[] = [
    ['a time that the question does not have', 'what did checkout whine about', 'error logs of checkout last 90 days'],
    ['a wider time', 'checkout whining last 2 days', 'error logs of checkout last 90 days'],
    ['a narrower time', 'checkout whining last 2 days', 'error logs of checkout last 2 hours'],
    ['no time', 'checkout whining last 2 days', 'error logs of checkout'],
    ['another service', 'checkout whining', 'error logs of web'],
    ['no service', 'checkout whining', 'error logs'],
    ['no exclusion', 'whining logs not from web', 'error logs'],
    ['the opposite of an exclusion', 'whining logs not from web', 'error logs of web'],
    ['another level', 'whining error logs of web', 'warn logs of web'],
    ['another limit', 'the top 5 zebra traces', 'top 50 slowest traces'],
    ['a limit above that of the rules', 'zebra traces', 'last 500 traces'],
    ['another percentile', 'p99 of zebra http.server.duration', 'p50 of http.server.duration'],
    ['a name that is not in the catalog', 'what did checkout whine about', 'error logs of checkout by ssn'],
    ['a text that the question does not quote', 'error logs of chekout', 'error logs containing "chekout"'],
    ['an excluded text that the question does not quote', 'whining logs', 'logs without "health check"'],
    ['a value of an attribute that the question does not have', 'whining logs', 'logs with region = "eu-west-1"'],
    ['a person that the question does not name', 'whining traces', 'traces of customer "ada"'],
    ['nothing for a name that was not understood', 'error logs of chekout', 'error logs'],
    ['nothing for an attribute that was not understood', 'count logs by service and ssn', 'count logs by service'],
    ['another project', 'what did checkout whine about', 'error logs of checkout in project other'],
    ['a project as a parameter', 'what did checkout whine about', 'error logs of checkout project_id=other'],
    ['SQL', 'what did checkout whine about', 'SELECT * FROM logs -- checkout'],
    ['SQL after a query', 'what did checkout whine about', "error logs of checkout'; DROP TABLE logs"],
    ['JSON of a query', 'what did checkout whine about', '{"operation":"logs.query","parameters":{}}'],
    ['an operation that writes', 'what did checkout whine about', 'delete all logs of checkout'],
    ['several readings', 'what is wrong with checkout zebra', 'worst service checkout'],
    ['10 MB', 'what did checkout whine about', 'error logs of checkout '.repeat(450_000)],
    ['nothing', 'what did checkout whine about', ''],
  ];
  for (const [title, question, rewrite] of REFUSED)
    it(`is not used with ${title}`, () => {
      assert.equal(parseQuestion(question, index, asking).reason, 'not_understood');
      assert.equal(rewritten(question, rewrite), undefined);
    });
});

describe('a question that can be rewritten', () => {
  const isAsked = (question: string) => isRewritable(parseQuestion(question, index, asking));

  it('has words that no rule understands', () => assert.ok(isAsked('what did checkout whine about yesterday')));

  for (const [title, question] of [
    ['was answered', 'error logs of checkout'],
    ['is ambiguous', 'worst service'],
    ['excludes something in words that no rule understands', 'checkout whining unless web'],
    ['contradicts itself', 'last 5 logs, first 3 logs'],
    ['has a time that no rule understands', 'checkout whining in the past fortnight'],
    ['has words of time that no rule understands', 'checkout whining three mondays before tuesday'],
    ['has no words', '?'],
    ['is too long', 'zebra '.repeat(100)],
  ] as const)
    it(`is none that ${title}`, () => assert.equal(isAsked(question), false));
});
