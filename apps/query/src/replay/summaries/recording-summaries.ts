import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { findProjectsByNumber, findReplaySettings } from '@svc/directory';
import { encodeRows } from '@svc/otlp/native';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import { NANOSECONDS_PER_MILLISECOND } from '@svc/reading/time';
import type { OpenSession, RecordingKeys } from '@svc/recordings/keys';
import type { Relational } from '@svc/relational';
import { CLOCK, COLUMN_STORE, RECORDING_KEYS, RELATIONAL, type Clock } from '@svc/runtime';
import { REPLAY_SUMMARIES } from '@svc/tables';
import { Jobs, RECORDING_SUMMARIES, type JobContext, type JobHandler, type RecordingToSummarize } from '@svc/work';
import { OwnEvents, type OwnEvent } from '../../product/index.js';
import { AssetMirror } from '../assets/asset-mirror.js';
import { RecordingParts } from '../parts/recording-parts.js';
import { BlockPlaces } from '../reads/block-places.js';
import { selectChunks } from '../reads/chunks.query.js';
import { selectParts } from '../reads/parts.query.js';
import { shapeOf } from '../reads/session-shape.js';
import { selectSummary, type SummaryRow } from '../reads/summaries.query.js';
import { SessionSignals } from './session-signals.js';
import { toSignalEvent, type PlacedSignal } from './signal-events.js';
import { selectErrorTimes, selectRecordedSignals } from './signals.query.js';
import { toSummaryRow } from './summary-row.js';
import { hasEnded, isDue, nextLookAt, type StoredSummary } from './summary-time.js';

const STATEMENT_MS = 30_000;
/** An error belongs to a click this long before it, in milliseconds, and is reported a little later. */
const ERROR_MARGIN_MS = 10_000;

type ReadableSession = OpenSession & { readonly key: string };

/**
 * Summarizes recordings while they last and after their end: how long the person was active, and what annoyed them. All chunks are read
 * each time, so that neither the borders nor the order of chunks matter, and a chunk that comes late corrects what was said before it.
 */
@Injectable()
export class RecordingSummaries implements JobHandler<RecordingToSummarize> {
  constructor(
    @Inject(RECORDING_KEYS) private readonly keys: RecordingKeys,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly signals: SessionSignals,
    private readonly events: OwnEvents,
    private readonly parts: RecordingParts,
    private readonly mirror: AssetMirror,
    jobs: Jobs,
  ) {
    jobs.register(RECORDING_SUMMARIES, this);
  }

  async handle({ job, signal, fence }: SummaryContext): Promise<Date | undefined> {
    const { projectNumber, sessionId } = job.payload;
    const project = (await findProjectsByNumber(this.relational.client, [projectNumber])).get(projectNumber);
    const session = await this.keys.find(projectNumber, sessionId);
    if (!project || session?.key === undefined) return undefined;
    const readable = { ...session, key: session.key };
    const lastMs = await this.summarize(readable, project, { signal, fence });
    const arrivals = { startedAtMs: session.startedAtMs, lastMs, chunks: 0 };
    const next = nextLookAt(arrivals, this.clock());
    const merged = hasEnded(arrivals, this.clock())
      ? await this.#merge(readable, project, { signal, fence })
      : undefined;
    const times = [next, merged].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : new Date(Math.min(...times));
  }

  /** @returns when the last chunk was received, in milliseconds since 1970. */
  async summarize(session: ReadableSession, project: SummarizedProject, tools: SummaryTools): Promise<number> {
    const { signal } = tools;
    const scope = Scope.of(project);
    const reader = new ProjectReader(this.store, scope, Budget.inBackground(signal, STATEMENT_MS));
    const readAtMs = this.clock();
    const [rows, parts] = await Promise.all([
      reader.rows(selectChunks(scope, session)),
      reader.rows(selectParts(scope, session)),
    ]);
    const lastMs = rows.reduce((most, row) => Math.max(most, Number(row.received_ms)), session.startedAtMs);
    if (rows.length === 0) return lastMs;
    const arrivals = { startedAtMs: session.startedAtMs, lastMs, chunks: rows.length };
    const [before] = await reader.rows(selectSummary(scope, session));
    const stored = before && toStored(before);
    if (!isDue(arrivals, stored, readAtMs)) return lastMs;
    const isEnd = hasEnded(arrivals, readAtMs);
    const shape = await shapeOf(rows);
    const during = { fromMs: shape.firstMs - ERROR_MARGIN_MS, toMs: shape.lastMs + ERROR_MARGIN_MS };
    const reported = await reader.rows(selectErrorTimes(scope, session.sessionId, during));
    const errors = reported.map(({ time }) => Number(BigInt(time) / NANOSECONDS_PER_MILLISECOND));
    const { rage } = await findReplaySettings(this.relational.client, project.id);
    const { signals, assets } = await this.signals.find(
      { key: session.key, shape, places: new BlockPlaces(parts), errors, hasEnded: isEnd, rage },
      signal,
    );
    const added = await this.#newEvents(session, signals, shape.firstMs, reader);
    const row = toSummaryRow({ session, shape, signals, assets, readAtMs, hasEnded: isEnd });
    if (await this.#isDeleted(session, tools)) return lastMs;
    await this.mirror.want(session, project.id, assets, tools.fence);
    await this.events.record(scope, project.eventsRetentionDays ?? project.retentionDays, added);
    await this.store.insertBlock(encodeRows(REPLAY_SUMMARIES, [row]), {
      deduplicationToken: `replay-summaries/${randomUUID()}`,
      signal,
    });
    return lastMs;
  }

  /** @returns when to look at the recording again, because objects of merged chunks can be deleted. */
  #merge(
    session: ReadableSession,
    project: ProjectIdentity,
    { signal, fence }: SummaryTools,
  ): Promise<number | undefined> {
    const reader = new ProjectReader(this.store, Scope.of(project), Budget.inBackground(signal, STATEMENT_MS));
    return this.parts.merge(session, {
      reader,
      signal,
      fence: () => this.relational.client.$transaction((tx) => fence(tx)),
    });
  }

  /** The signals that nothing can change any more as product events, without those that are recorded. */
  async #newEvents(
    session: ReadableSession,
    signals: readonly PlacedSignal[],
    startMs: number,
    reader: ProjectReader,
  ): Promise<OwnEvent[]> {
    const settled = signals.filter(({ isSettled }) => isSettled);
    const [first, last] = [settled[0], settled.at(-1)];
    if (!first || !last) return [];
    const events = settled.map((found) => toSignalEvent(found, session.sessionId, startMs));
    const ids = events.map((event) => event.message_id);
    const during = { fromMs: first.timeMs, toMs: last.timeMs };
    const recorded = await reader.rows(selectRecordedSignals(reader.scope, session.sessionId, ids, during));
    const known = new Set(recorded.map(({ id }) => id));
    return events.filter((event) => !known.has(event.message_id));
  }

  /** Its deletion looks again later for what a write left that had begun before. */
  async #isDeleted({ projectNumber, sessionId }: ReadableSession, { fence }: SummaryTools): Promise<boolean> {
    await this.relational.client.$transaction((tx) => fence(tx));
    return (await this.keys.find(projectNumber, sessionId))?.key === undefined;
  }
}

function toStored({ version, is_final: isFinal, chunks }: SummaryRow): StoredSummary {
  return { readAtMs: Number(version), isFinal: isFinal === 1, chunks };
}

type SummarizedProject = ProjectIdentity & { readonly eventsRetentionDays: number | null };
type SummaryTools = Pick<JobContext<RecordingToSummarize>, 'signal' | 'fence'>;
type SummaryContext = Pick<JobContext<RecordingToSummarize>, 'job'> & SummaryTools;
