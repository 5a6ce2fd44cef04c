import { Inject, Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { isId, type Issue } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { checkVersion, invalidField, notFound, requireFound, ServiceError } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { IssueChanges } from '../issue-changes.js';
import { ISSUE_MIRRORS } from '../issue-jobs.js';
import { IssuesRepository } from '../issues.repository.js';
import type { Triager } from '../triage.service.js';
import { Merges } from './merges.js';
import { MergingRepository } from './merging.repository.js';

interface MergeRequest {
  readonly issueId: string;
  readonly sourceIds: readonly string[];
  readonly expectedVersion?: bigint;
}

@Injectable()
export class MergeService {
  constructor(
    private readonly issues: IssuesRepository,
    private readonly merging: MergingRepository,
    private readonly merges: Merges,
    private readonly changes: IssueChanges,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The canonical issue with its sources. Sources that it has already are left as they are. */
  async merge(triager: Triager, { issueId, sourceIds, expectedVersion }: MergeRequest): Promise<Issue> {
    const ids = [...new Set(sourceIds)];
    if (ids.includes(issueId)) throw invalidField('source_ids', 'must not contain the issue itself');
    if (![issueId, ...ids].every(isId)) throw notFound();
    const at = new Date(this.clock());
    const merged = await this.issues.transaction(async (tx) => {
      const unlocked = requireFound(await this.issues.find(triager.projectId, issueId, tx));
      await this.issues.lock(triager.projectId, tx);
      await this.changes.mirrorSoon(tx, unlocked, at);
      const found = await this.merging.lockIssues(triager.projectId, [issueId, ...ids], tx);
      const canonical = found.find(({ id, mergedInto }) => id === issueId && mergedInto === null);
      if (!canonical || found.length <= ids.length) throw notFound();
      checkVersion(canonical.version, expectedVersion);
      const sources = found.filter(({ id, mergedInto }) => id !== issueId && mergedInto !== issueId);
      if (sources.some(({ mergedInto }) => mergedInto !== null))
        throw new ServiceError('state_conflict', {
          message: 'A source is merged into another issue. Unmerge it first.',
        });
      if (sources.length === 0) return canonical;
      return this.merges.merge(canonical, sources, { by: triager.principalId, at }, tx);
    });
    this.jobs.wake(ISSUE_MIRRORS);
    return merged;
  }

  /** Unmerges a source; returns it as a separate issue. */
  async unmerge({ projectId }: Triager, sourceId: string, reader: ProjectReader): Promise<Issue> {
    const at = new Date(this.clock());
    const unmerged = await this.issues.transaction(async (tx) => {
      const unlocked = requireFound(await this.issues.findAny(projectId, sourceId, tx));
      await this.issues.lock(projectId, tx);
      await this.changes.mirrorSoon(tx, unlocked, at);
      const [source] = await this.merging.lockIssues(projectId, [sourceId], tx);
      if (!source?.mergedInto) throw new ServiceError('state_conflict', { message: 'The issue is not merged.' });
      const [canonical] = await this.merging.lockIssues(projectId, [source.mergedInto], tx);
      await this.merging.moveBack(source, at, tx);
      for (const issue of [source, canonical]) if (issue) await this.merges.recount(issue, at.getTime(), reader, tx);
      if (canonical)
        await tx.issue.update({ where: { id: canonical.id }, data: { version: { increment: 1 }, updatedAt: at } });
      return this.issues.find(projectId, sourceId, tx);
    });
    if (!unmerged) throw notFound();
    this.jobs.wake(ISSUE_MIRRORS);
    return unmerged;
  }

  /** The sources of an issue; of one that is merged itself, that one alone. */
  async sources(projectId: string, issueId: string): Promise<readonly Issue[]> {
    const issue = await this.issues.findAny(projectId, issueId);
    if (!issue) throw notFound();
    return issue.mergedInto === null ? this.issues.sources(issueId) : [issue];
  }
}
