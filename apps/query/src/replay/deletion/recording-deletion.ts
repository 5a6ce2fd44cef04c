import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import { deadline } from '@svc/config';
import { findProjectsByNumber } from '@svc/directory';
import type { EventLog } from '@svc/event-log';
import type { ObjectStore } from '@svc/objects';
import { ProjectReader } from '@svc/reading/project-reader';
import {
  Budget,
  Scope,
  select,
  sql,
  stringParam,
  stringParams,
  tableColumns,
  typed,
  type ProjectIdentity,
} from '@svc/reading/statement';
import { NANOSECONDS_PER_MILLISECOND } from '@svc/reading/time';
import { RECORDING_DELETED_CHANNEL, sessionFolder, sessionName, type RecordedSession } from '@svc/recordings';
import type { RecordingKeys } from '@svc/recordings/keys';
import type { Relational } from '@svc/relational';
import {
  CLOCK,
  COLUMN_STORE,
  EVENT_LOG,
  OBJECT_STORE,
  PUB_SUB,
  RECORDING_KEYS,
  RELATIONAL,
  type Clock,
} from '@svc/runtime';
import { notFound } from '@svc/service-error';
import { REPLAY_BLOCKS, REPLAY_PARTS, REPLAY_SESSIONS, REPLAY_SUMMARIES } from '@svc/tables';
import { enqueue, Jobs, Queue, recordEvent, type JobContext, type JobHandler } from '@svc/work';
import { Erasables, waitUntilStored, type Erasable } from '../../erasure/index.js';
import { atTime } from '../reads/chunks.query.js';
import { inGroups } from '../reads/in-groups.js';

/** A recording whose remains are deleted again. */
export interface DeletedRecording {
  readonly projectNumber: number;
  readonly sessionId: string;
}

export const DELETED_RECORDINGS = new Queue<DeletedRecording>({ name: 'deleted-recordings' });

/** Longer than ingestion remembers the key of a session, and than what it has accepted waits to be stored. */
const LATER_MS = 5 * 60_000;
const STATEMENT_MS = 60_000;
/** Limit of one attempt's wait until everything accepted before is stored. */
const WAIT_MS = deadline(15_000);
/** Sessions of a person that are found together. */
const BATCH = 500;
/** The time that a request spends on deleting objects, in milliseconds. */
const OBJECTS_MS = 3_000;
const TABLES = [REPLAY_BLOCKS, REPLAY_PARTS, REPLAY_SESSIONS, REPLAY_SUMMARIES] as const;
const ONE = { one: typed('UInt8', sql`1`) };

const rowsOf = ({ sessionId, startedAtMs }: RecordedSession) => ({
  during: atTime(startedAtMs),
  where: [sql`session_id = ${stringParam(sessionId)}`],
});

/**
 * Deletes recordings: the key first, so that nothing can read the events from then on, then objects and rows, and once more later what was
 * on its way to the stores. A recording that is unreadable but not deleted yet is not shown.
 */
@Injectable()
export class RecordingDeletion implements Erasable, JobHandler<DeletedRecording> {
  constructor(
    @Inject(RECORDING_KEYS) private readonly keys: RecordingKeys,
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    erasables: Erasables,
    jobs: Jobs,
  ) {
    erasables.register(this);
    jobs.register(DELETED_RECORDINGS, this);
  }

  /**
   * A long recording has more objects than a request has time for; without their key they are noise, and the job deletes the rest.
   *
   * @throws ServiceError not_found if there is no recording of the session, or it is deleted.
   */
  async delete(sessionId: string, reader: ProjectReader): Promise<void> {
    const { projectNumber, projectId } = reader.scope;
    const session = await this.keys.find(projectNumber, sessionId);
    if (session?.key === undefined) throw notFound();
    await this.#destroyKey(session, projectId);
    await this.#deleteRows(session, reader);
    await this.#deleteObjects(session, AbortSignal.timeout(OBJECTS_MS));
  }

  /** Deletes the recordings of a person with all their windows, because the rows of each chunk lead to the person. */
  async beforeErasure(ids: readonly string[], project: ProjectIdentity, signal: AbortSignal): Promise<void> {
    for (;;) {
      const reader = this.#open(project, signal);
      const sessions = await this.#sessionsOf(ids, reader);
      for (const session of sessions) {
        await this.#destroyKey(session, project.id);
        await this.#deleteRows(session, reader);
        await this.#deleteObjects(session, signal);
      }
      if (sessions.length < BATCH) return;
    }
  }

  async erasePerson(): Promise<void> {
    // Everything accepted before the erasure was stored, and is deleted. A chunk that came later has its rows, and begins a recording.
  }

  /**
   * Waits until everything accepted before is stored, deletes what of it is of the recording, and checks that no row and no object is left,
   * which the audit log then says.
   *
   * @throws ServiceError unavailable if it is not stored in time, Error if anything is left; the job is then repeated.
   */
  async handle({ job, signal, fence }: Pick<JobContext<DeletedRecording>, 'job' | 'signal' | 'fence'>): Promise<void> {
    const { projectNumber, sessionId } = job.payload;
    const project = (await findProjectsByNumber(this.relational.client, [projectNumber])).get(projectNumber);
    const session = await this.keys.find(projectNumber, sessionId);
    if (!project || !session) return;
    await waitUntilStored(this.eventLog, new Budget(signal, WAIT_MS));
    await this.#deleteRows(session, this.#open(project, signal));
    await this.#deleteObjects(session, signal);
    for await (const { key } of this.objects.list(sessionFolder(session)))
      throw new Error(`a deleted recording still has the object ${key}`);
    for (const from of TABLES) {
      const reader = this.#open(project, signal);
      const left = await reader.rows(select({ ...rowsOf(session), from, scope: reader.scope, columns: ONE, limit: 1 }));
      if (left.length > 0) throw new Error(`a deleted recording still has rows in ${from.name}`);
    }
    const verifiedAt = new Date(this.clock());
    await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      await recordEvent(tx, {
        projectId: project.id,
        type: 'recording.verified',
        subject: sessionId,
        occurredAt: verifiedAt,
        data: { key_destroyed_at: session.deletedAt?.toISOString() ?? '', nothing_left_at: verifiedAt.toISOString() },
      });
    });
  }

  /** Together with the job that deletes the remains, so that it runs even if this process ends now. */
  async #destroyKey(session: RecordedSession, projectId: string): Promise<void> {
    const { projectNumber, sessionId } = session;
    const now = new Date(this.clock());
    const key = createHash('sha256')
      .update(JSON.stringify([projectNumber, sessionId]))
      .digest('hex');
    const job = {
      key,
      payload: { projectNumber, sessionId },
      projectId,
      now,
      runAt: new Date(now.getTime() + LATER_MS),
    };
    await this.relational.client.$transaction(async (tx) => {
      await enqueue(tx, DELETED_RECORDINGS, job);
      await this.keys.destroy(projectNumber, sessionId, tx);
    });
    await this.pubSub.publish(RECORDING_DELETED_CHANNEL, sessionName(session));
  }

  async #deleteRows(session: RecordedSession, reader: ProjectReader): Promise<void> {
    await Promise.all(TABLES.map((from) => reader.deleteFound({ from, ...rowsOf(session) })));
  }

  /** @param signal ends it early; the job of the deletion continues. */
  async #deleteObjects(session: RecordedSession, signal: AbortSignal): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of this.objects.list(sessionFolder(session))) keys.push(key);
    await inGroups(keys, async (key) => {
      if (!signal.aborted) await this.objects.delete(key);
    });
  }

  async #sessionsOf(ids: readonly string[], reader: ProjectReader): Promise<RecordedSession[]> {
    const { projectNumber } = reader.scope;
    const rows = await reader.rows(
      select({
        columns: tableColumns(REPLAY_BLOCKS, ['timestamp', 'session_id', 'retention_days']),
        from: REPLAY_BLOCKS,
        scope: reader.scope,
        during: 'retention',
        where: [sql`has(${stringParams(ids)}, distinct_id)`],
        groupBy: sql`timestamp, session_id, retention_days`,
        limit: BATCH,
      }),
    );
    return rows.map((row) => ({
      projectNumber,
      sessionId: row.session_id,
      startedAtMs: Number(BigInt(row.timestamp_ns) / NANOSECONDS_PER_MILLISECOND),
      retentionDays: row.retention_days,
    }));
  }

  #open(project: ProjectIdentity, signal: AbortSignal): ProjectReader {
    return new ProjectReader(this.store, Scope.of(project), Budget.inBackground(signal, STATEMENT_MS));
  }
}
