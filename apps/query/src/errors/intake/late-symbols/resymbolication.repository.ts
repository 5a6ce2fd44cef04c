import { Inject, Injectable } from '@nestjs/common';
import { findProject } from '@svc/directory';
import type { ProjectIdentity } from '@svc/reading/statement';
import type { ErrorVariant, IssueHash, Prisma, Relational, Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { toIssueHash } from '../variants/issue-finder.js';
import { readableCulprit, type NewVariant } from '../variants/new-variant.js';

export type UnreadableVariant = Pick<ErrorVariant, 'variant' | 'sampleTimeNs'>;

/** A variant that now belongs to another issue. */
export interface VariantMove {
  readonly fromIssueId: string;
  readonly toIssueId: string;
}

/** The changes that late symbol files cause. */
@Injectable()
export class ResymbolicationRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  project(id: string): Promise<ProjectIdentity | null> {
    return findProject(this.relational.client, id);
  }

  /** Variants whose stacks are not readable, or only in part; by variant. */
  unreadable(projectId: string, since: Date, after: string, take: number): Promise<UnreadableVariant[]> {
    return this.relational.client.errorVariant.findMany({
      where: {
        projectId,
        symbolication: { in: ['missing', 'partial'] },
        lastSeen: { gte: since },
        variant: { gt: after },
      },
      select: { variant: true, sampleTimeNs: true },
      orderBy: { variant: 'asc' },
      take,
    });
  }

  /**
   * Stores a readable stack. Its hash decides the issue, unless a user has pinned the variant where it is.
   *
   * @returns where the variant moved; undefined if it stays.
   */
  async makeReadable(
    projectId: string,
    read: NewVariant,
    now: Date,
    tx: Transaction,
  ): Promise<VariantMove | undefined> {
    const key = { projectId_variant: { projectId, variant: read.variant } };
    const known = await tx.errorVariant.findUnique({ where: key });
    if (!known) return undefined;
    const own = await this.#hash(projectId, known.hash, tx);
    const target = await this.#target(projectId, read, tx);
    const isPinned = own?.assignedBy === 'pin';
    if (!isPinned && target?.hash !== read.grouping.hash) {
      const { issueId, originIssueId } = target ?? {
        issueId: known.issueId,
        originIssueId: own?.originIssueId ?? known.issueId,
      };
      const assigned = { issueId, originIssueId, assignedBy: target ? 'version' : 'auto' };
      await tx.issueHash.create({ data: { ...toIssueHash(projectId, read, now), ...assigned } });
      if (!target) await rename(issueId, read, now, tx);
    }
    const issueId = isPinned ? known.issueId : (target?.issueId ?? known.issueId);
    await tx.errorVariant.update({
      where: key,
      data: {
        issueId,
        ...(!isPinned && { hash: read.grouping.hash }),
        symbolication: read.symbolication.status,
        symbolicatedAt: now,
        culprit: readableCulprit(read.culprit, read.symbolication),
        exceptions: JSON.parse(JSON.stringify(read.symbolication.exceptions ?? [])) as Prisma.InputJsonArray,
        revision: { increment: 1 },
        isMirrored: false,
      },
    });
    return issueId === known.issueId ? undefined : { fromIssueId: known.issueId, toIssueId: issueId };
  }

  async countVariants(issueId: string, tx: Transaction): Promise<number> {
    return tx.errorVariant.count({ where: { issueId } });
  }

  #hash(projectId: string, hash: string, tx: Transaction): Promise<IssueHash | null> {
    return tx.issueHash.findUnique({ where: { projectId_hash: { projectId, hash } } });
  }

  /** The hash of a readable stack, or the newest one by which an earlier version of grouping knows it. */
  async #target(
    projectId: string,
    { grouping, earlierHashes }: NewVariant,
    tx: Transaction,
  ): Promise<IssueHash | null> {
    for (const hash of [grouping.hash, ...earlierHashes]) {
      const found = await this.#hash(projectId, hash, tx);
      if (found) return found;
    }
    return null;
  }
}

/** Names the issue of an unreadable stack after the readable one. */
async function rename(id: string, { title, type, culprit }: NewVariant, now: Date, tx: Transaction): Promise<void> {
  await tx.issue.update({ where: { id }, data: { title, type, culprit, updatedAt: now } });
}
