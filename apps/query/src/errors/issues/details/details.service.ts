import { Inject, Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import {
  fromMilliseconds,
  NANOSECONDS_PER_DAY,
  NANOSECONDS_PER_MILLISECOND,
  NANOSECONDS_PER_MINUTE,
} from '@svc/reading/time';
import type { ErrorVariant, Issue, IssuePlace, Ticket } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { requireFound } from '@svc/service-error';
import { parseStack, type Exception } from '@svc/stacks';
import type { SymbolicatedException } from '@svc/symbols';
import { toErrorInput } from '../../samples/sample-input.js';
import { FiguresService, seriesRange, type Figures } from '../figures/figures.service.js';
import { SnoozeProgress, type SnoozeFigures } from '../figures/snooze-progress.js';
import { readVariantMap } from '../figures/variant-map.js';
import { IssuesRepository } from '../issues.repository.js';
import { selectLatest, type LatestError } from './latest-error.query.js';
import { selectFailedSessions, selectRecordedSessions, type RecordedSessionRow } from './recorded-sessions.query.js';

const MAX_PLACES = 100;
/** The time before the last event in which recordings are looked for. */
const RECORDED = 7n * NANOSECONDS_PER_DAY;
/** The latest event is searched here first. */
const NEAR = 5n * NANOSECONDS_PER_MINUTE;

/** The latest event of an issue, with the most readable form of its stack. */
export interface LatestEvent {
  readonly row: LatestError;
  readonly exceptions: readonly (Exception | SymbolicatedException)[];
  readonly symbolication: string;
  /** That of the readable stack; '' if symbol files did not make it readable. */
  readonly culprit: string;
}

/** A recording of a session in which the issue occurred. */
export interface IssueRecording {
  readonly row: RecordedSessionRow;
  /** When it last occurred there, in nanoseconds since 1970. */
  readonly failed: bigint;
}

export interface IssueDetails {
  readonly issue: Issue;
  /** The requested ID, if that issue was merged into this one. */
  readonly mergedFrom: string | undefined;
  readonly figures: Figures | undefined;
  readonly total: { readonly events: bigint; readonly users: bigint };
  readonly progress: SnoozeFigures;
  readonly latest: LatestEvent | undefined;
  readonly places: readonly IssuePlace[];
  readonly mergedSources: number;
  readonly tickets: readonly Ticket[];
  readonly recordings: readonly IssueRecording[];
}

/** Everything about one issue. */
@Injectable()
export class DetailsService {
  constructor(
    private readonly issues: IssuesRepository,
    private readonly figures: FiguresService,
    private readonly progress: SnoozeProgress,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(issueId: string, reader: ProjectReader): Promise<IssueDetails> {
    const issue = requireFound(await this.issues.findCanonical(reader.scope.projectId, issueId));
    const now = fromMilliseconds(this.clock());
    const [figures, total, progress, latest, places, sources, tickets, recordings] = await Promise.all([
      this.figures.read([issue.id], seriesRange(now), [], reader),
      this.figures.total(issue.id, now, reader),
      this.progress.read(issue, reader),
      this.#latest(issue, reader),
      this.issues.places(issue.id, MAX_PLACES),
      this.issues.sources(issue.id),
      this.issues.tickets(issue.projectId, issue.id),
      this.#recordings(issue, reader),
    ]);
    const mergedSources = sources.length;
    const mergedFrom = issueId === issue.id ? undefined : issueId;
    return {
      issue,
      mergedFrom,
      figures: figures.get(issue.id),
      total,
      progress,
      latest,
      places,
      mergedSources,
      tickets,
      recordings,
    };
  }

  async #recordings(issue: Issue, reader: ProjectReader): Promise<IssueRecording[]> {
    const { scope } = reader;
    const variants = await readVariantMap(this.issues, [issue.id], scope);
    if (!variants) return [];
    const to = fromMilliseconds(issue.lastSeen.getTime()) + NANOSECONDS_PER_MILLISECOND;
    const range = { from: to - RECORDED, to };
    const sessions = await reader.rows(selectFailedSessions(scope, variants.condition, range));
    if (sessions.length === 0) return [];
    const failed = new Map(sessions.map((row) => [row.session, BigInt(row.failed)]));
    const rows = await reader.rows(selectRecordedSessions(scope, [...failed.keys()], range));
    return rows.map((row) => ({ row, failed: failed.get(row.session_id) ?? 0n }));
  }

  /** Searched backwards from the last event that was taken in. */
  async #latest(issue: Issue, reader: ProjectReader): Promise<LatestEvent | undefined> {
    const { scope } = reader;
    const variants = await readVariantMap(this.issues, [issue.id], scope);
    if (!variants) return undefined;
    const to = fromMilliseconds(issue.lastSeen.getTime()) + NANOSECONDS_PER_MILLISECOND;
    const range = { from: fromMilliseconds(this.clock()) - scope.retention, to };
    if (range.from >= range.to) return undefined;
    const near = { from: to - NEAR > range.from ? to - NEAR : range.from, to };
    const [found] = await reader.rows(selectLatest(scope, variants.condition, near));
    // The errors at that time may have been erased.
    const row = found ?? (await reader.rows(selectLatest(scope, variants.condition, range)))[0];
    if (!row) return undefined;
    const variant = await this.issues.variant(scope.projectId, row.variant_hex);
    const { symbolication = 'none', culprit = '' } = variant ?? {};
    return { row, exceptions: readable(variant, row), symbolication, culprit };
  }
}

/** The exceptions as symbol files made them, else as they were sent; the message is that of the event. */
function readable(variant: ErrorVariant | null, row: LatestError): readonly (Exception | SymbolicatedException)[] {
  const sent = parseStack(toErrorInput(row)).exceptions;
  const known = variant?.exceptions as readonly SymbolicatedException[] | null | undefined;
  if (!known) return sent;
  return known.map((exception, at) => ({ ...exception, message: sent[at]?.message ?? exception.message }));
}
