import { Inject, Injectable } from '@nestjs/common';
import { findCanonicalIssues, findIssueIncidents, type IssueIncident } from '@svc/directory';
import { ceilToDate, toStoredKey } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Position } from '@svc/reading/statement';
import { cutText } from '@svc/reading/text';
import { fromMilliseconds, NANOSECONDS_PER_HOUR } from '@svc/reading/time';
import type { Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { selectAffecting, type LinkedIssue } from './affecting-incidents.query.js';
import { KINDS, selectSessions, type EntryRow, type TimelinePart } from './timeline.query.js';

/** Incidents that are looked at at once. */
const BATCH = 100;
/** Errors shortly before an incident was opened are those that it was opened for. */
const LEAD = NANOSECONDS_PER_HOUR;
/** The numbers of OpenTelemetry for the severities from 1 to 4: fatal, error, warn, info. */
const SEVERITIES = [21, 17, 13, 9];

/** The first two digits of the IDs of entries, which order the kinds within a moment; the others are those of the incident. */
const KIND = (KINDS.indexOf('incident') + 1).toString(16).padStart(2, '0');

/** A position among entries of all kinds as one among incidents. */
function toOwn({ value, id }: Position): Position {
  const kind = id.slice(0, 2);
  if (kind === KIND) return { value, id: `${id.slice(2)}00` };
  return { value, id: (kind < KIND ? '0' : 'f').repeat(32) };
}

/**
 * Incidents that affected the subject of a timeline: those with a linked issue that had an error of the subject from an hour before the
 * incident was opened until it was resolved.
 */
@Injectable()
export class AffectingIncidents {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The latest ones of the slice after the position, at most `part.limit`.
   *
   * @throws ServiceError query_too_expensive if the time of the request ends before the slice is read.
   */
  async read(part: Omit<TimelinePart, 'kinds'>, reader: ProjectReader): Promise<EntryRow[]> {
    const { scope, slice } = part;
    const [from, to] = [ceilToDate(slice.from), ceilToDate(slice.to)];
    const rows: EntryRow[] = [];
    let after = part.after && toStoredKey(toOwn(part.after));
    for (;;) {
      const key = after && { createdAt: after.at, id: after.id };
      const incidents = await findIssueIncidents(
        this.relational.client,
        scope.projectId,
        { from, to, after: key },
        BATCH,
      );
      const affecting = await this.#affecting(incidents, part, reader);
      rows.push(...incidents.filter(({ id }) => affecting.has(id)).map(toRow));
      const last = incidents.at(-1);
      if (!last || incidents.length < BATCH || rows.length >= part.limit) return rows.slice(0, part.limit);
      // Links to unknown issues need no statement of the column store, which would look at the time.
      if (reader.budget.isSpent()) throw new ServiceError('query_too_expensive');
      after = { at: last.createdAt, id: last.id };
    }
  }

  async #affecting(
    incidents: readonly IssueIncident[],
    part: Omit<TimelinePart, 'kinds'>,
    reader: ProjectReader,
  ): Promise<Set<string>> {
    if (incidents.length === 0) return new Set();
    const refs = incidents.flatMap(({ links }) => links.map(({ ref }) => ref));
    const issues = await findCanonicalIssues(this.relational.client, part.scope.projectId, refs);
    const linked = incidents.flatMap(({ id: incidentId, createdAt, resolvedAt, links }): LinkedIssue[] => {
      const from = fromMilliseconds(createdAt.getTime()) - LEAD;
      const to = fromMilliseconds((resolvedAt?.getTime() ?? this.clock()) + 1);
      const ids = new Set(links.flatMap(({ ref }) => issues.get(ref)?.id ?? []));
      return [...ids].map((issueId) => ({ incidentId, issueId, during: { from, to } }));
    });
    if (linked.length === 0) return new Set();
    const condition = part.subject.errors(selectSessions(part));
    const found = await reader.rows(selectAffecting(part.scope, condition, linked));
    return new Set(found.map(({ incident }) => incident));
  }
}

function toRow({ id, number, title, severity, state, createdAt, resolvedAt, links }: IssueIncident): EntryRow {
  return {
    id: `${KIND}${id.replaceAll('-', '').slice(0, 30)}`,
    time: String(fromMilliseconds(createdAt.getTime())),
    kind: 'incident',
    title: cutText(`INC-${number}: ${title}`, 200),
    severity: SEVERITIES[severity - 1] ?? 9,
    ref: id,
    owner: '',
    session: '',
    payload: JSON.stringify({
      number: `INC-${number}`,
      status: state,
      severity,
      resolved_at: resolvedAt,
      issue_ids: links.map(({ ref }) => ref).toSorted(),
    }),
  };
}
