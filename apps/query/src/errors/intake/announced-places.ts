import type { Transaction } from '@svc/relational';
import type { IssuePlace, IssueEvent } from '../issues/index.js';

/** Places that an announcement names. */
export const MAX_ANNOUNCED_PLACES = 20;

interface PlaceTimes extends IssuePlace {
  readonly firstSeen: Date;
  readonly lastSeen: Date;
}

/** Reads the services and environments from which errors of issues arrived, by issue. */
export async function readPlaces(
  issueIds: readonly string[],
  tx: Transaction,
): Promise<ReadonlyMap<string, readonly PlaceTimes[]>> {
  if (issueIds.length === 0) return new Map();
  const rows = await tx.$queryRaw<(PlaceTimes & { readonly issueId: string })[]>`
    SELECT issue_id::text AS "issueId", service, environment, min(first_seen) AS "firstSeen", max(last_seen) AS "lastSeen"
    FROM issue_places WHERE issue_id = ANY(${[...new Set(issueIds)]}::uuid[]) GROUP BY issue_id, service, environment`;
  return Map.groupBy(rows, ({ issueId }) => issueId);
}

/** Sorts the places of an issue for an announcement: a new issue began at the first one; otherwise, the latest one comes first. */
export function sortPlaces(event: IssueEvent, places: readonly PlaceTimes[]): readonly IssuePlace[] {
  const byBeginning = (a: PlaceTimes, b: PlaceTimes): number => a.firstSeen.getTime() - b.firstSeen.getTime();
  const byEnd = (a: PlaceTimes, b: PlaceTimes): number => b.lastSeen.getTime() - a.lastSeen.getTime();
  return places.toSorted(event === 'issue.new' ? byBeginning : byEnd).slice(0, MAX_ANNOUNCED_PLACES);
}

/** The fields of an announcement that say where an issue happened: the first place by itself, and all of them. */
export function toPlaceFields(places: readonly IssuePlace[]) {
  const { service = '', environment = '' } = places[0] ?? {};
  return {
    ...(service !== '' && { service }),
    ...(environment !== '' && { environment }),
    places: places.map((place) => ({ service: place.service, environment: place.environment })),
  };
}
