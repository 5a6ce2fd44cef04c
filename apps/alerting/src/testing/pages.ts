import { randomUUID } from 'node:crypto';
import type { Prisma, Relational } from '@svc/relational';
import type { RequestedNotification } from '@svc/work';

/** A page as the spec compares it. */
export interface Page {
  readonly atMs: number;
  readonly pass: number;
  readonly level: number;
  readonly run: number;
  readonly users: readonly string[];
  readonly channels: readonly string[];
  /** Place among withdrawals. */
  readonly position: bigint;
  readonly key: string;
}

/** Reads the pages that were requested about an incident, in order. */
export async function listPages({ client }: Relational, incidentId: string): Promise<Page[]> {
  const rows = await client.domainEvent.findMany({
    where: { type: 'notification.requested', subject: `incident/${incidentId}` },
    orderBy: [{ transaction: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ data, occurredAt }) => {
    const request = data as unknown as RequestedNotification & { wantedSince: string };
    const [, run, pass, level] = /run\/(\d+)\/pass\/(\d+)\/level\/(\d+)$/.exec(request.dedupeKey) ?? [];
    return {
      atMs: occurredAt.getTime(),
      run: Number(run),
      pass: Number(pass),
      level: Number(level),
      users: request.userIds,
      channels: request.channelIds,
      position: BigInt(request.wantedSince),
      key: request.dedupeKey,
    };
  });
}

/** The timeline without what responders did. */
export async function escalationEntries({ client }: Relational, incidentId: string): Promise<string[]> {
  const rows = await client.incidentEntry.findMany({
    where: { incidentId, kind: { startsWith: 'escalation_' } },
    orderBy: { seq: 'asc' },
  });
  return rows.map(({ kind, data }) => {
    const { pass, level, reason } = data as { pass?: number; level?: number; reason?: string };
    return [kind.slice('escalation_'.length), ...(level === undefined ? [] : [`${pass}.${level}`]), reason ?? '']
      .filter((part) => part !== '')
      .join(' ');
  });
}

interface LevelOf {
  readonly delay?: string;
  readonly users?: readonly string[];
  readonly schedules?: readonly string[];
  readonly channels?: readonly string[];
}

/** Stores a policy. @returns its ID. */
export async function storePolicy(
  { client }: Relational,
  projectId: string,
  levels: readonly LevelOf[],
  { maxEscalations = 1, ackTimeout = null }: { maxEscalations?: number; ackTimeout?: string | null } = {},
): Promise<string> {
  const stored = levels.map((level, index) => ({
    level: index + 1,
    delay: '5m',
    users: [],
    schedules: [],
    channels: [],
    ...level,
  }));
  const now = new Date();
  const data = {
    projectId,
    name: `Policy ${randomUUID()}`,
    maxEscalations,
    ackTimeout,
    createdBy: 'k',
    levels: stored as unknown as Prisma.InputJsonValue,
    createdAt: now,
    updatedAt: now,
  };
  return (await client.escalationPolicy.create({ data })).id;
}
