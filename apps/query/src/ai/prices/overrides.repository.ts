import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import {
  insertWithin,
  type LlmPriceOverride,
  type Prisma,
  type Quota,
  type Relational,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { checkVersion, ServiceError } from '@svc/service-error';

/** Overrides of a project that are in effect or will be. */
const MAX_IN_EFFECT = 1_000;
/** Rows of a project with the ended ones, of which the oldest are removed. */
const MAX_KEPT = 10_000;

/** The calls that an override is for; a project has at most one for them at a time. */
export type OverrideKey = Pick<LlmPriceOverride, 'projectId' | 'provider' | 'model' | 'serviceTier'>;

export interface NewOverride extends OverrideKey {
  readonly rates: Prisma.InputJsonObject;
  /** Undefined: now, unless the override in effect has the same rates. */
  readonly effectiveFrom: Date | undefined;
  readonly createdBy: string;
  readonly createdAt: Date;
}

const NEWEST_FIRST = [
  { effectiveFrom: 'desc' },
  { id: 'desc' },
] satisfies Prisma.LlmPriceOverrideOrderByWithRelationInput[];

@Injectable()
export class OverridesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** @param at excludes overrides that ended until then; undefined includes all. */
  list(projectId: string, at: Date | undefined): Promise<LlmPriceOverride[]> {
    return this.relational.client.llmPriceOverride.findMany({
      where: { projectId, ...(at && notEnded(at)) },
      orderBy: [{ provider: 'asc' }, { model: 'asc' }, { serviceTier: 'asc' }, ...NEWEST_FIRST],
      take: MAX_KEPT + MAX_IN_EFFECT,
    });
  }

  /**
   * Ends the override with the same key when the new one begins. The same price again is not inserted.
   *
   * @throws ServiceError quota_exceeded, version_conflict
   */
  set(override: NewOverride, expectedVersion: bigint | undefined): Promise<LlmPriceOverride> {
    const { effectiveFrom, createdAt, rates, projectId, provider, model, serviceTier } = override;
    const key = { projectId, provider, model, serviceTier };
    return insertWithin(this.relational, toQuota(key, createdAt), async (tx) => {
      const [last] = await tx.llmPriceOverride.findMany({ where: key, orderBy: { version: 'desc' }, take: 1 });
      const current = last && isInEffect(last, createdAt) ? last : undefined;
      if (expectedVersion !== undefined) {
        if (!current) throw doesNotExist();
        checkVersion(current.version, expectedVersion);
      }
      if (current && isSame(current, override)) return current;
      const begin = effectiveFrom ?? createdAt;
      await endAt(tx, key, createdAt, begin);
      const version = (last?.version ?? 0n) + 1n;
      const data = { ...key, rates, version, effectiveFrom: begin, createdAt, createdBy: override.createdBy };
      const inserted = await tx.llmPriceOverride.create({ data });
      await removeOldest(tx, projectId, createdAt);
      return inserted;
    });
  }

  /** The override of a key that is in effect or will be. */
  find(key: OverrideKey, at: Date): Promise<LlmPriceOverride | null> {
    return this.relational.client.llmPriceOverride.findFirst({
      where: { ...key, ...notEnded(at) },
      orderBy: { version: 'desc' },
    });
  }

  /** Ends the overrides of a key. False if none is in effect, or not at this version. */
  end(key: OverrideKey, version: bigint | undefined, at: Date): Promise<boolean> {
    return this.relational.client.$transaction(async (tx) => {
      const newest = await tx.llmPriceOverride.findFirst({
        where: { ...key, ...notEnded(at) },
        orderBy: { version: 'desc' },
      });
      if (!newest || (version !== undefined && newest.version !== version)) return false;
      await endAt(tx, key, at, at);
      return true;
    });
  }
}

const notEnded = (at: Date) => ({ OR: [{ effectiveUntil: null }, { effectiveUntil: { gt: at } }] });

function isInEffect({ effectiveUntil }: LlmPriceOverride, at: Date): boolean {
  return effectiveUntil === null || effectiveUntil > at;
}

function isSame(current: LlmPriceOverride, { rates, effectiveFrom, createdAt }: NewOverride): boolean {
  const hasBegun =
    effectiveFrom === undefined ? current.effectiveFrom <= createdAt : +current.effectiveFrom === +effectiveFrom;
  return hasBegun && current.effectiveUntil === null && isDeepStrictEqual(current.rates, rates);
}

/** Ends overrides of a key at a time. One that begins later is never in effect. */
async function endAt(tx: Transaction, key: OverrideKey, now: Date, end: Date): Promise<void> {
  const where = { ...key, ...notEnded(now) };
  const rows = await tx.llmPriceOverride.findMany({
    where,
    select: { id: true, effectiveFrom: true, effectiveUntil: true },
  });
  for (const { id, effectiveFrom, effectiveUntil } of rows) {
    const until = new Date(Math.max(+effectiveFrom, Math.min(+end, +(effectiveUntil ?? end))));
    await tx.llmPriceOverride.update({ where: { id }, data: { effectiveUntil: until } });
  }
}

function doesNotExist(): ServiceError {
  const reason = 'must be absent, because the price is not set';
  return new ServiceError('version_conflict', { details: [{ path: 'expected_version', reason }] });
}

async function removeOldest(tx: Transaction, projectId: string, now: Date): Promise<void> {
  const oldest = await tx.llmPriceOverride.findMany({
    where: { projectId, effectiveUntil: { lte: now } },
    orderBy: [{ effectiveUntil: 'desc' }, { id: 'desc' }],
    skip: MAX_KEPT,
    take: MAX_IN_EFFECT,
    select: { id: true },
  });
  if (oldest.length > 0) await tx.llmPriceOverride.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } });
}

/** An override of the same key is not counted, because it ends. */
const toQuota = ({ projectId, ...key }: OverrideKey, now: Date): Quota => ({
  kind: 'llm-price-overrides',
  ownerId: projectId,
  most: MAX_IN_EFFECT,
  count: (tx) => tx.llmPriceOverride.count({ where: { projectId, ...notEnded(now), NOT: key } }),
  exceeded: () =>
    new ServiceError('quota_exceeded', {
      message: `A project can have ${MAX_IN_EFFECT} overrides of prices in effect.`,
    }),
});
