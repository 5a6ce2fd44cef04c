import { variantSet } from '@svc/reading/signals';
import { Scope } from '@svc/reading/statement';
import { checkGolden } from '@svc/reading/testing';
import { errorFilters, NO_FILTERS as ANY, type ErrorFilters } from './events/error-filters.js';
import { selectErrors } from './events/errors.query.js';
import { groupFilters, NO_FILTERS } from './groups/group-filters.js';
import { selectFigures, selectGroups, selectUsers } from './groups/groups.query.js';
import { selectAccounts, selectAffected } from './impact/affected.query.js';
import { selectOccurrences, selectReleases } from './occurrences/occurrences.query.js';
import { selectSessions } from './releases/crash-free/crash-free.query.js';
import { selectErrorCount, selectReleaseServices, selectRequestCount } from './releases/impact/deploy.query.js';
import { selectReleaseErrors } from './releases/release-errors.query.js';

const START = 1_795_200_000_000_000_000n;
const HOUR = 3_600_000_000_000n;

describe('the statements of errors and releases', () => {
  it('matches the reviewed statements', () => {
    const scope = Scope.of({ id: '018f0000-0000-7000-8000-000000000007', number: 7, retentionDays: 30 });
    // Neither starts nor ends with a minute.
    const range = { from: START + 5n, to: START + 3n * HOUR + 90_000_000_000n };
    const variants = ['ab'.repeat(16), 'cd'.repeat(16)];
    const after = { value: START + 9n, id: 'ef'.repeat(16) };
    const search = (filters: Partial<ErrorFilters>, rest: object = {}) => {
      const filter = errorFilters({ ...ANY, ...filters }, scope);
      return selectErrors({ scope, slice: range, filter, after: undefined, limit: 51, ...rest });
    };
    const filter = groupFilters({
      platform: 'node',
      service: ['web'],
      mechanism: 'onerror',
      release: '1.2.3',
      environment: ['production', 'staging'],
    });
    const all = { scope, range, filter: groupFilters(NO_FILTERS) };
    const ofGroup = { scope, range, isOfGroup: variantSet(variants), storedBefore: undefined };
    checkGolden(import.meta.url, {
      'newest errors': search({}, { after }),
      'errors by every filter': search({
        q: 'refused',
        service: ['web'],
        level: ['fatal'],
        environment: ['production'],
      }),
      'errors by fields': search({ q: 'type:*Error level:>=error handled:no order:7 NOT message:slow' }),
      groups: selectGroups({ ...all, after: undefined, limit: 31 }),
      'groups by every filter': selectGroups({ ...all, filter, after, limit: 31 }),
      'users of groups': selectUsers(all, variants),
      'a group': selectFigures({ ...all, filter: [variantSet(variants)] }),
      affected: selectAffected({ ...ofGroup, after: undefined, limit: 51 }),
      'affected of a later page': selectAffected({ ...ofGroup, storedBefore: 1_795_200_000n, after, limit: 51 }),
      accounts: selectAccounts(ofGroup, 101),
      'occurrences by minutes': selectOccurrences({ scope, range, isOfIssue: variantSet(variants) }, HOUR / 60n),
      'occurrences by hours': selectOccurrences({ scope, range, isOfIssue: variantSet(variants) }, 6n * HOUR),
      'releases of an issue': selectReleases({ scope, range, isOfIssue: variantSet(variants) }, 202),
      'errors of releases': selectReleaseErrors({ scope, range, releases: ['1.2.3', '1.2.4'] }),
      'sessions of releases': selectSessions(scope, ['1.2.3'], range),
      'services of a release': selectReleaseServices(scope, '1.2.3', range),
      'errors of services': selectErrorCount(scope, range, ['web']),
      'requests of services': selectRequestCount(scope, range, []),
    });
  });
});
