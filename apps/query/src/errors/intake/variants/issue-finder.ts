import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ProjectIdentity } from '@svc/reading/statement';
import { writeJson, type Prisma, type Transaction } from '@svc/relational';
import { recordEvents } from '@svc/work';
import { startLifecycle, toColumns, toTransition } from '../../issues/index.js';
import { IntakeRepository } from '../intake.repository.js';
import type { NewVariant } from './new-variant.js';

/** Finds the issues of new variants by their hashes, and creates those that do not exist. */
@Injectable()
export class IssueFinder {
  constructor(private readonly repository: IntakeRepository) {}

  /**
   * Call it under the lock of the project.
   * @returns the IDs of the issues by hash.
   */
  async find(
    project: ProjectIdentity,
    variants: readonly NewVariant[],
    now: Date,
    tx: Transaction,
  ): Promise<ReadonlyMap<string, string>> {
    const wanted = variants.flatMap(({ grouping, earlierHashes }) => [grouping.hash, ...earlierHashes]);
    const known = await this.repository.hashes(project.id, [...new Set(wanted)], tx);
    const issues: Prisma.IssueCreateManyInput[] = [];
    const hashes: Prisma.IssueHashCreateManyInput[] = [];
    const found = new Map([...known].map(([hash, { issueId }]) => [hash, issueId]));
    for (const variant of variants) {
      const { grouping, earlierHashes } = variant;
      if (found.has(grouping.hash)) continue;
      const earlier = earlierHashes.map((hash) => known.get(hash)).find((row) => row !== undefined);
      const issueId = earlier?.issueId ?? randomUUID();
      if (!earlier) issues.push(toIssue(issueId, project, variant, now));
      found.set(grouping.hash, issueId);
      hashes.push({
        ...toIssueHash(project.id, variant, now),
        issueId,
        originIssueId: earlier?.originIssueId ?? issueId,
        assignedBy: earlier ? 'version' : 'auto',
      });
    }
    const created = await this.repository.insertIssues(issues, tx);
    await this.repository.insertHashes(hashes, tx);
    await recordEvents(
      tx,
      created.map((issue) => toTransition(issue, 'issue.new', now)),
    );
    return found;
  }
}

function toIssue(id: string, project: ProjectIdentity, variant: NewVariant, now: Date): Prisma.IssueCreateManyInput {
  const { type, title, culprit, platform, level, release, sampleTime } = variant;
  const seen = new Date(Number(sampleTime / 1_000_000n));
  return {
    id,
    projectId: project.id,
    projectNumber: project.number,
    ...toColumns(startLifecycle(now)),
    type,
    title,
    culprit,
    platform,
    level,
    firstSeen: seen,
    lastSeen: seen,
    firstRelease: release,
    lastRelease: release,
    ...(release !== '' && { lastReleaseAt: seen }),
    createdAt: now,
    updatedAt: now,
  };
}

/** The hash that decides the issue of a variant, without the issue. */
export function toIssueHash(projectId: string, { grouping }: NewVariant, now: Date) {
  const { hash, version, method, components } = grouping;
  return {
    projectId,
    hash,
    groupingVersion: version,
    components: writeJson({ method, components }),
    createdAt: now,
  };
}
