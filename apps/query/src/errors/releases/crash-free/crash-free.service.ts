import { Inject, Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds, NANOSECONDS_PER_DAY } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { selectSessions, type SessionsRow } from './crash-free.query.js';

export interface CrashFree {
  /** A share from 0 to 1; undefined if it is unknown. */
  readonly rate?: number | undefined;
  readonly sessions: bigint;
  readonly crashedSessions: bigint;
  /** Why the rate is unknown; '' otherwise. */
  readonly reason: '' | 'no_sessions' | 'too_expensive';
}

/** A list of releases should not take longer because a busy project has many sessions. */
const MAX_ROWS = 200_000_000;

const UNKNOWN = { sessions: 0n, crashedSessions: 0n } as const;

@Injectable()
export class CrashFreeService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** The sessions without a crash of the last 24 hours, by release. */
  async read(releases: readonly string[], reader: ProjectReader): Promise<(release: string) => CrashFree> {
    if (releases.length === 0) return () => ({ ...UNKNOWN, reason: 'no_sessions' });
    const now = fromMilliseconds(this.clock());
    // Rows of the current millisecond are included.
    const during = { from: now - NANOSECONDS_PER_DAY, to: now + 1_000_000n };
    try {
      const statement = selectSessions(reader.scope, releases, during);
      const rows = await reader.rows(statement, { maxRowsToRead: MAX_ROWS });
      const byName = new Map(rows.map((row) => [row.name, row]));
      return (release) => toCrashFree(byName.get(release));
    } catch (error) {
      if (!(error instanceof ServiceError) || !TOO_EXPENSIVE.has(error.code)) throw error;
      return () => ({ ...UNKNOWN, reason: 'too_expensive' });
    }
  }
}

const TOO_EXPENSIVE: ReadonlySet<string> = new Set(['query_too_expensive', 'timeout']);

function toCrashFree(row: SessionsRow | undefined): CrashFree {
  if (!row) return { ...UNKNOWN, reason: 'no_sessions' };
  const [sessions, crashedSessions] = [BigInt(row.sessions), BigInt(row.crashed_sessions)];
  return { rate: 1 - Number(crashedSessions) / Number(sessions), sessions, crashedSessions, reason: '' };
}
