import { Inject, Injectable } from '@nestjs/common';
import { findProject } from '@svc/directory';
import type { ProjectIdentity } from '@svc/reading/statement';
import {
  writeJson,
  type ErrorVariant,
  type IssueHash,
  type Prisma,
  type Relational,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
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
    const target = await this.#hash(projectId, read.grouping.hash, tx);
    const isPinned = own?.assignedBy === 'pin';
    if (!target && !isPinned) await this.#teach(projectId, read, known, own, now, tx);
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

  /** The issue of the unreadable stack is that of the readable one, and is named after it. */
  async #teach(
    projectId: string,
    { grouping, title, type, culprit }: NewVariant,
    { issueId }: ErrorVariant,
    own: IssueHash | null,
    now: Date,
    tx: Transaction,
  ): Promise<void> {
    const { hash, version, method, components } = grouping;
    await tx.issueHash.create({
      data: {
        projectId,
        hash,
        issueId,
        originIssueId: own?.originIssueId ?? issueId,
        assignedBy: 'auto',
        groupingVersion: version,
        components: writeJson({ method, components }),
        createdAt: now,
      },
    });
    await tx.issue.update({ where: { id: issueId }, data: { title, type, culprit, updatedAt: now } });
  }
}
