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
import { REPLAY_BLOCKS, REPLAY_SESSIONS, REPLAY_SUMMARIES } from '@svc/tables';
import { enqueue, Jobs, Queue, type JobContext, type JobHandler } from '@svc/work';
import { Erasables, waitUntilStored, type Erasable } from '../../erasure/index.js';
import { atTime } from '../reads/chunks.query.js';

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

  /** @throws ServiceError not_found if there is no recording of the session, or it is deleted. */
  async delete(sessionId: string, reader: ProjectReader): Promise<void> {
    const { projectNumber, projectId } = reader.scope;
    const session = await this.keys.find(projectNumber, sessionId);
    if (session?.key === undefined) throw notFound();
    await this.#destroyKey(session, projectId);
    await this.#sweep(session, reader);
  }

  /** Deletes the recordings of a person with all their windows, because the rows of each chunk lead to the person. */
  async beforeErasure(ids: readonly string[], project: ProjectIdentity, signal: AbortSignal): Promise<void> {
    for (;;) {
      const reader = this.#open(project, signal);
      const sessions = await this.#sessionsOf(ids, reader);
      for (const session of sessions) {
        await this.#destroyKey(session, project.id);
        await this.#sweep(session, reader);
      }
      if (sessions.length < BATCH) return;
    }
  }

  async erasePerson(): Promise<void> {
    // Everything that leads to recordings of the person was deleted before.
  }

  /**
   * Waits until everything accepted before is stored, deletes what of it is of the recording, and checks that no object is left.
   *
   * @throws ServiceError unavailable if it is not stored in time, Error if an object is left; the job is then repeated.
   */
  async handle({ job, signal }: Pick<JobContext<DeletedRecording>, 'job' | 'signal'>): Promise<void> {
    const { projectNumber, sessionId } = job.payload;
    const project = (await findProjectsByNumber(this.relational.client, [projectNumber])).get(projectNumber);
    const session = await this.keys.find(projectNumber, sessionId);
    if (!project || !session) return;
    await waitUntilStored(this.eventLog, new Budget(signal, WAIT_MS));
    await this.#sweep(session, this.#open(project, signal));
    for await (const { key } of this.objects.list(sessionFolder(session)))
      throw new Error(`a deleted recording still has the object ${key}`);
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

  async #sweep(session: RecordedSession, reader: ProjectReader): Promise<void> {
    for await (const { key } of this.objects.list(sessionFolder(session))) await this.objects.delete(key);
    const during = atTime(session.startedAtMs);
    const where = [sql`session_id = ${stringParam(session.sessionId)}`];
    for (const from of [REPLAY_BLOCKS, REPLAY_SESSIONS, REPLAY_SUMMARIES])
      await reader.deleteFound({ from, during, where });
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
