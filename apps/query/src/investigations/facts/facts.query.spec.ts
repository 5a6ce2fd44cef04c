import { stringParam, sql } from '@svc/reading/statement';
import { checkGolden, testScope } from '@svc/reading/testing';
import { selectAgentRuns } from './agents/agents.query.js';
import { selectAffectedAccounts, selectAffectedPersons } from './bad-requests/affected.query.js';
import { selectAttributes, selectRequestTotals } from './bad-requests/attributes.query.js';
import { selectSideTotals, selectSideValues } from './bad-requests/shares.query.js';
import type { RequestSubject } from './bad-requests/subject.query.js';
import { selectIssueCounts, selectRequestSides } from './changes/issues.query.js';
import { selectServicesOfVersions } from './changes/releases.query.js';
import { selectLogSteps, selectLooseMessages, selectRecordTotal } from './logs/logs.query.js';
import { selectMetricChanges } from './metrics/metrics.query.js';
import { selectPathSpans } from './paths/paths.query.js';
import { selectRequestMinutes, selectRequestSpans } from './requests/requests.query.js';
import { selectSpanTotal } from './sample/span-totals.query.js';
import type { TraceSample } from './sample/trace-sample.js';
import { selectCalls, selectCallSteps, selectTargets } from './traces/calls.query.js';
import { selectOperationCounts, selectOperations } from './traces/operations.query.js';

const scope = testScope(7);
const split = 1_795_203_600_000_000_000n;
const normal = { from: split - 1_800_000_000_000n, to: split - 300_000_000_000n };
const abnormal = { from: split, to: split + 600_000_000_000n };
const sample: TraceSample = {
  scope,
  environments: ['production'],
  normal: { range: normal, modulo: 3, spans: 60_000 },
  abnormal: { range: abnormal, modulo: 1, spans: 20_000 },
  split,
  isEmpty: false,
};
const requests = { scope, range: { from: normal.from, to: abnormal.to }, environments: [], services: [], limit: 1_000 };
const bad = { sample, services: ['web'], slowerThanNs: undefined };
const ofSubject = (subject: Partial<RequestSubject>) =>
  selectRequestTotals({
    ...bad,
    subject: { operation: undefined, issueId: undefined, personId: undefined, ...subject },
  });

describe('the statements of the facts of investigations', () => {
  it('matches the reviewed statements', () => {
    checkGolden(import.meta.url, {
      'requests by minute': selectRequestMinutes({ ...requests, bucketSeconds: 60 }),
      'requests by ten seconds': selectRequestSpans({ ...requests, environments: ['production'], bucketSeconds: 10 }),
      'stored spans': selectSpanTotal(scope, normal),
      'calls between services': selectCalls(sample),
      'calls to targets without spans': selectTargets(sample),
      'operations and their own time': selectOperations(sample, 60),
      'spans of each operation': selectOperationCounts(sample),
      'calls of each operation': selectCallSteps(sample),
      'messages of sampled traces': selectLogSteps(sample),
      'messages without a span': selectLooseMessages(sample, sample.normal, sample.abnormal),
      'stored records': selectRecordTotal(sample, normal),
      'attributes of failed requests': selectAttributes(bad),
      'attributes of slow requests': selectAttributes({ ...bad, slowerThanNs: 250_000_000n }),
      'failed and other requests': selectRequestTotals(bad),
      'requests of an operation': ofSubject({ operation: 'POST /order' }),
      'requests of an issue and others': ofSubject({ issueId: '1a2b3c4d-0000-4000-8000-000000000001' }),
      'requests of a person and others': ofSubject({ personId: 'ann' }),
      'spans of slow and of normal requests': selectPathSpans({ ...bad, slowerThanNs: 250_000_000n }, 200),
      'requests of both sides': selectSideTotals(sample, ['web']),
      'attributes of requests of both sides': selectSideValues(sample, ['web']),
      'services of releases': selectServicesOfVersions(sample, ['1.2', 'web@1.2']),
      'requests of services with issues': selectRequestSides(scope, requests.range, split, ['web']),
      'affected persons': selectAffectedPersons(bad, sql`lower(distinct_id || ${stringParam('')})`),
      'accounts of failed requests': selectAffectedAccounts(bad, 20),
      'metrics that changed': selectMetricChanges({
        ...requests,
        normalEnd: normal.to,
        split,
        services: ['web'],
        environments: ['production'],
        bucketSeconds: 60,
        limit: 100,
      }),
      'runs of agents': selectAgentRuns({ ...requests, environments: ['production'], bucketSeconds: 60 }),
      'errors of issues': selectIssueCounts(scope, requests.range, split, 50),
    });
  });
});
