import { createDataKey, generateKey, openDataKey, type KeyRing } from '@svc/encryption';
import type { Recording, Relational, Transaction } from '@svc/relational';
import type { RecordedSession } from '../block.js';

const DAY_MS = 86_400_000;
const KEY_ID = 'session';

export interface RecordingKeysOptions {
  readonly relational: Relational;
  /** The ring SVC_ENCRYPTION_KEYS. */
  readonly keyRing: KeyRing;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** A session and its key; the key is undefined once the recording is deleted. */
export interface OpenSession extends RecordedSession {
  readonly key: string | undefined;
  /** When the key was destroyed. */
  readonly deletedAt: Date | undefined;
}

/**
 * The keys of recorded sessions. Each is sealed by the key of its project, which the ring of the service seals, so that replacing a key of
 * the ring rewrites one row for each project. Destroying the key of a session destroys its recording wherever its
 * blocks are, but not in a backup of the relational store, which has the key.
 */
export class RecordingKeys {
  readonly #projectKeys = new Map<number, KeyRing>();

  constructor(private readonly options: RecordingKeysOptions) {}

  /**
   * The session and its key; creates both with the first chunk.
   *
   * @param begin what else belongs to the beginning of a session, in the transaction that adds it.
   */
  async open(
    projectNumber: number,
    sessionId: string,
    retentionDays: number,
    begin?: (tx: Transaction, startedAt: Date) => Promise<void>,
  ): Promise<OpenSession> {
    const known = await this.find(projectNumber, sessionId);
    if (known) return known;
    const { relational, clock } = this.options;
    const ring = await this.#projectKey(projectNumber);
    const startedAt = new Date(clock());
    await relational.client.$transaction(async (tx) => {
      const { count } = await tx.recording.createMany({
        data: [
          {
            projectNumber,
            sessionId,
            wrapped: ring.seal(generateKey(KEY_ID), placeOf(projectNumber, sessionId)),
            startedAt,
            retentionDays,
            expiresAt: new Date(startedAt.getTime() + (retentionDays + 2) * DAY_MS),
          },
        ],
        // Another process may have been first.
        skipDuplicates: true,
      });
      if (count > 0) await begin?.(tx, startedAt);
    });
    const created = await this.find(projectNumber, sessionId);
    if (!created) throw new Error('a recorded session that was just added is missing');
    return created;
  }

  /** Undefined if no recording of the session has ever begun, or it has expired. */
  async find(projectNumber: number, sessionId: string): Promise<OpenSession | undefined> {
    const where = { projectNumber_sessionId: { projectNumber, sessionId } };
    const row = await this.options.relational.client.recording.findUnique({ where });
    return row ? this.#open(row) : undefined;
  }

  /** Makes a recording unreadable, wherever its blocks are. @returns whether it was readable. */
  async destroy(projectNumber: number, sessionId: string, tx: Transaction): Promise<boolean> {
    const { count } = await tx.recording.updateMany({
      where: { projectNumber, sessionId, wrapped: { not: null } },
      data: { wrapped: null, deletedAt: new Date(this.options.clock()) },
    });
    return count > 0;
  }

  /** How many recordings of a project began in a time, deleted ones included, unless they have expired. */
  countStarted(projectNumber: number, from: Date, to: Date): Promise<number> {
    return this.options.relational.client.recording.count({
      where: { projectNumber, startedAt: { gte: from, lt: to } },
    });
  }

  /** Deletes rows of recordings of which nothing is left. @returns how many; fewer than the limit if none is left. */
  deleteExpired(now: Date, limit: number): Promise<number> {
    return this.options.relational.client.$executeRaw`
      DELETE FROM recordings WHERE (project_number, session_id) IN (
        SELECT project_number, session_id FROM recordings WHERE expires_at < ${now} ORDER BY expires_at LIMIT ${limit})`;
  }

  async #open({
    projectNumber,
    sessionId,
    wrapped,
    startedAt,
    retentionDays,
    deletedAt,
  }: Recording): Promise<OpenSession> {
    const ring = wrapped === null ? undefined : await this.#projectKey(projectNumber);
    return {
      projectNumber,
      sessionId,
      startedAtMs: startedAt.getTime(),
      retentionDays,
      deletedAt: deletedAt ?? undefined,
      key: ring && wrapped !== null ? ring.open(wrapped, placeOf(projectNumber, sessionId)) : undefined,
    };
  }

  async #projectKey(projectNumber: number): Promise<KeyRing> {
    const known = this.#projectKeys.get(projectNumber);
    if (known) return known;
    const { relational, keyRing, clock } = this.options;
    const place = projectKeyPlace(projectNumber);
    const find = () => relational.client.recordingKey.findUnique({ where: { projectNumber } });
    let row = await find();
    if (!row) {
      const data = { projectNumber, wrapped: createDataKey(keyRing, place), createdAt: new Date(clock()) };
      await relational.client.recordingKey.createMany({ data: [data], skipDuplicates: true });
      row = await find();
    }
    if (!row) throw new Error('the key of a project for its recordings is missing');
    const ring = openDataKey(keyRing, row.wrapped, place);
    this.#projectKeys.set(projectNumber, ring);
    return ring;
  }
}

/** The place for which the key of a project is sealed. */
export const projectKeyPlace = (projectNumber: number): string => `recordings ${projectNumber}`;

const placeOf = (projectNumber: number, sessionId: string): string => JSON.stringify([projectNumber, sessionId]);
