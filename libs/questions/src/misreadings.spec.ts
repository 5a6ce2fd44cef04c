import assert from 'node:assert/strict';
import { CatalogIndex } from './catalog/catalog-index.js';
import { parseQuestion } from './parse.js';
import { ASKED_AT } from './testing/expectation.js';
import { SHOP } from './testing/shop-catalog.js';

const index = new CatalogIndex(SHOP);
const statusOf = (question: string) => parseQuestion(question, index, { now: ASKED_AT, zone: 'UTC' }).status;

/** Questions whose words are all known, and that must not be answered with something near. */
const REFUSED = [
  'logs where region is eu or tenant is acme',
  'logs of web or staging',
  'traces of web and auth',
  'traces from web to auth',
  'requests from web to auth',
  'funnel to order placed from signed_up',
  'conversion rate of signed_up',
  'my issues',
  'error logs of every service',
  'most errors',
  'resolved issues this week',
  'resolved unresolved issues',
  'how many users today',
  'how many traces failed today',
  'traces over 5 minutes',
  'traces except web',
  'issues not in staging',
  'errors without TypeError',
  'logs that do not contain timeout',
  'show latest 200 logs',
  'logs with over 5 errors',
  'error rate of checkout and web',
  'average error rate of web',
  'p50 and p95 latency of web',
  'rate of process.memory.usage',
  'logs since 2024-01-01',
  'logs in 2 hours',
];

/** Questions with two plausible meanings. */
const AMBIGUOUS = [
  'rate of orders.total per hour',
  'logs of user complaints',
  'logs between 3 and 4pm',
  'top 10 errors',
];

describe('a question that is near to another one', () => {
  for (const question of REFUSED) it(`is refused: ${question}`, () => assert.equal(statusOf(question), 'refused'));

  for (const question of AMBIGUOUS)
    it(`is not answered without a choice: ${question}`, () => assert.equal(statusOf(question), 'ambiguous'));
});
