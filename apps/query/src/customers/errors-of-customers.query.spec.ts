import { sql } from '@svc/reading/statement';
import { checkGolden, testScope } from '@svc/reading/testing';
import { personTimeline } from './persons/person-timeline.js';
import { selectIssueCounts } from './persons/stats/stats.query.js';
import { readSegmentFilters } from './segments/segment-filters.js';
import { selectMembers } from './segments/segments.query.js';
import { selectAffecting } from './timeline/affecting-incidents.query.js';
import { KINDS, selectEntries } from './timeline/timeline.query.js';

const START = 1_795_200_000_000_000_000n;

describe('the statements of errors of customers', () => {
  it('matches the reviewed statements', () => {
    const scope = testScope(7);
    const range = { from: START, to: START + 3_600_000_000_000n };
    const filters = readSegmentFilters([{ field: 'open_issues', op: 'gte', value: 1 }], range.to);
    checkGolden(import.meta.url, {
      'a timeline of all kinds': selectEntries({
        scope,
        range,
        slice: range,
        kinds: KINDS.filter((kind) => kind !== 'incident'),
        limit: 51,
        subject: personTimeline(['ann', 'phone']),
        after: { value: START + 9n, id: 'ef'.repeat(16) },
      }),
      'incidents that affected a person': selectAffecting(scope, personTimeline(['ann']).errors(sql`SELECT ''`), [
        { incidentId: 'i1', issueId: '018f0000-0000-7000-8000-000000000001', during: range },
        { incidentId: 'i2', issueId: '018f0000-0000-7000-8000-000000000002', during: { from: START - 9n, to: START } },
      ]),
      'issues that affected a person': selectIssueCounts(scope, ['ann', 'phone'], range),
      'groups by their open issues': selectMembers({ scope, groupType: 'company', filters, now: range.to }),
    });
  });
});
