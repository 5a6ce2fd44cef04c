import type { IssueFact } from '@svc/investigations';
import { ceilTo, floorTo, fromMilliseconds, NANOSECONDS_PER_MINUTE } from '@svc/reading/time';
import type { IssuesRepository } from '../../../errors/index.js';
import { hullOf, type FactReader } from '../reading/fact-reader.js';
import { selectIssueCounts, selectRequestSides } from './issues.query.js';

/** The most issues, those with most errors first. */
const MAX_ISSUES = 50;

/** Issues with errors in the abnormal window. */
export async function readIssues(
  reader: FactReader,
  issues: Pick<IssuesRepository, 'findManyCanonical'>,
): Promise<IssueFact[]> {
  const { from, to } = hullOf(reader.parameters);
  const range = { from: floorTo(from, NANOSECONDS_PER_MINUTE), to: ceilTo(to, NANOSECONDS_PER_MINUTE) };
  const since = floorTo(fromMilliseconds(reader.parameters.abnormal.start), NANOSECONDS_PER_MINUTE);
  const rows = await reader.rows(selectIssueCounts(reader.scope, range, since, MAX_ISSUES));
  if (rows.length === 0) return [];
  const services = [...new Set(rows.map(({ service }) => service))];
  const counted = await reader.rows(selectRequestSides(reader.scope, range, since, services));
  const requests = new Map(counted.map(({ service, normal, abnormal }) => [service, { normal, abnormal }]));
  const ids = rows.map(({ issue }) => toUuid(issue));
  const found = await issues.findManyCanonical(reader.scope.projectId, ids);
  return rows.flatMap(({ issue, service, normal, abnormal }): IssueFact[] => {
    const known = found.get(toUuid(issue));
    if (!known) return [];
    const ofService = requests.get(service);
    return [
      {
        id: known.id,
        title: known.title,
        service,
        firstSeen: known.firstSeen.getTime(),
        isRegression: known.isRegression,
        sides: { normal: Number(normal), abnormal: Number(abnormal) },
        ...(ofService && { requests: ofService }),
      },
    ];
  });
}

function toUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
