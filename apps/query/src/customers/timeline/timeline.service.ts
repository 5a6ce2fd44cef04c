import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/contract';
import { pageLimit, type FilterValue } from '@svc/pagination';
import { estimateBytes, takeFitting, toPagination, WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { levelName, selectIssueIds, toUuid } from '@svc/reading/signals';
import {
  emptyToUndefined,
  resolveWindow,
  type Position,
  type RequestedWindow,
  type SliceWidths,
} from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY, toTimestamp } from '@svc/reading/time';
import { CLOCK, mapYielding, type Clock } from '@svc/runtime';
import { AffectingIncidents } from './affecting-incidents.js';
import {
  KINDS,
  selectEntries,
  type EntryRow,
  type Kind,
  type StoredKind,
  type TimelineSubject,
} from './timeline.query.js';

const PAGE = { default: 50, max: 200 };
/** One person or group has little data in an hour: wide slices find a page of a few entries in few statements. */
const WIDTHS: SliceWidths = [NANOSECONDS_PER_DAY, 7n * NANOSECONDS_PER_DAY, 30n * NANOSECONDS_PER_DAY];

export interface TimelineRequest extends RequestedWindow {
  readonly kinds: readonly string[];
  readonly limit?: number | undefined;
  readonly cursor: string;
}

/** The scopes that entries of these kinds need besides that of the timeline. */
const KIND_SCOPES: ReadonlyMap<Kind, string> = new Map([
  ['agent_run', 'agent_runs:read'],
  ['replay', 'replay:read'],
  ['incident', 'incidents:read'],
  ['flag', 'flags:read'],
]);

/** The list that the cursors of a timeline are bound to, besides its bounds and kinds. */
export interface TimelineName {
  readonly operation: string;
  readonly filters: Readonly<Record<string, FilterValue>>;
}

/** Returns all signals of a person or group, ordered by time. */
@Injectable()
export class TimelineService {
  constructor(
    private readonly cursors: WindowCursors,
    private readonly incidents: AffectingIncidents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param scopes those of the reader; undefined for a timeline whose own scope is enough for its kinds. */
  async read(
    request: TimelineRequest,
    subject: TimelineSubject,
    name: TimelineName,
    reader: ProjectReader,
    scopes?: readonly string[],
  ) {
    const kinds = KINDS.filter((kind) => request.kinds.length === 0 || request.kinds.includes(kind));
    const lacking = kinds.filter((kind) => !mayRead(kind, scopes));
    const omitted = lacking.flatMap((kind) => KIND_SCOPES.get(kind) ?? []).toSorted();
    const stored = kinds.filter((kind): kind is StoredKind => kind !== 'incident' && !lacking.includes(kind));
    const hasIncidents = kinds.includes('incident') && !lacking.includes('incident');
    const filters = { ...name.filters, kinds };
    const list = {
      operation: name.operation,
      scope: reader.scope,
      window: request,
      filters,
      sort: 'timestamp desc, kind, id',
    };
    const position = this.cursors.decode(request.cursor, list);
    const range = position?.range ?? resolveWindow(request, reader.scope, this.clock(), reader.scope.retention);
    if (isEmpty(range)) return { entries: [], pagination: toPagination(undefined), omitted };
    const found = await reader.page({
      range,
      direction: 'desc',
      after: position,
      limit: pageLimit(request.limit, PAGE),
      widths: WIDTHS,
      toPosition,
      read: async (slice, limit) => {
        const part = { scope: reader.scope, subject, range, slice, after: position, limit };
        const [rows, incidents] = await Promise.all([
          stored.length === 0 ? [] : reader.rows(selectEntries({ ...part, kinds: stored })),
          hasIncidents ? this.incidents.read(part, reader) : [],
        ]);
        return { rows: [...rows, ...incidents].sort(newestFirst).slice(0, limit) };
      },
    });
    const rows = await takeFitting(found.rows, estimateBytes);
    const last = rows.at(-1);
    const next = last && rows.length < found.rows.length ? toPosition(last) : found.next;
    const issues = await findIssues(rows, reader);
    return {
      // The payload of one entry may take milliseconds to parse.
      entries: await mapYielding(rows, (row) => toEntry(row, issues), 1),
      pagination: toPagination(next && this.cursors.encode(list, { range, ...next })),
      omitted,
    };
  }
}

function mayRead(kind: Kind, scopes: readonly string[] | undefined): boolean {
  const scope = KIND_SCOPES.get(kind);
  return scopes === undefined || scope === undefined || scopes.includes(scope);
}

const toPosition = ({ time, id }: EntryRow): Position => ({ value: BigInt(time), id });

function newestFirst(a: EntryRow, b: EntryRow): number {
  if (a.time !== b.time) return BigInt(a.time) < BigInt(b.time) ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

interface EntryIssue {
  readonly id: string;
  /** '' if symbol files did not make the stack readable. */
  readonly culprit: string;
}

/** The issues of errors, by variant. */
async function findIssues(rows: readonly EntryRow[], reader: ProjectReader): Promise<ReadonlyMap<string, EntryIssue>> {
  const variants = new Set(rows.filter(({ kind }) => kind === 'error').map(({ ref }) => ref));
  if (variants.size === 0) return new Map();
  const found = await reader.rows(selectIssueIds(reader.scope, [...variants]));
  return new Map(found.map(({ culprit, ...row }) => [row.variant_hex, { id: toUuid(row.issue_id_hex), culprit }]));
}

function toEntry(row: EntryRow, issues: ReadonlyMap<string, EntryIssue>) {
  const payload = JSON.parse(row.payload) as JsonObject;
  const culprit = row.kind === 'error' ? issues.get(row.ref)?.culprit : undefined;
  if (culprit !== undefined && culprit !== '') payload['culprit'] = culprit;
  return {
    id: row.id,
    kind: row.kind,
    timestamp: toTimestamp(BigInt(row.time)),
    title: row.title,
    severity: levelName(row.severity) ?? 'info',
    ref: toRef(row, payload, issues),
    payload,
    distinctId: emptyToUndefined(row.owner),
    sessionId: emptyToUndefined(row.session),
  };
}

function toRef({ kind, ref }: EntryRow, payload: JsonObject, issues: ReadonlyMap<string, EntryIssue>) {
  if (kind !== 'error') return { type: kind, id: ref };
  const issue = issues.get(ref)?.id;
  return issue === undefined ? { type: 'error', id: payload['error_id'] as string } : { type: 'issue', id: issue };
}
