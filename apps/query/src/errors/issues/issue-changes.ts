import { Injectable } from '@nestjs/common';
import type { Issue, Transaction } from '@svc/relational';
import { enqueue, recordEvent, type NewDomainEvent } from '@svc/work';
import { ISSUE_MIRRORS } from './issue-jobs.js';
import { isOpen, toColumns, type IssueEvent, type Lifecycle } from './lifecycle/index.js';

/** Service and environment of errors of an issue; '' where an error has none. */
export interface IssuePlace {
  readonly service: string;
  readonly environment: string;
}

/** Writes changes of issues, with everything that follows from them, in one transaction. */
@Injectable()
export class IssueChanges {
  /**
   * Gives an issue the next state and version, and records the event.
   * @param issue as it was read.
   * @param places the places whose errors caused the change; by default, the announcement names those of the issue.
   * @returns the changed issue; undefined if it has another version by now.
   */
  async apply(
    tx: Transaction,
    issue: Issue,
    { next, event }: { readonly next: Lifecycle; readonly event?: IssueEvent },
    now: Date,
    places?: readonly IssuePlace[],
  ): Promise<Issue | undefined> {
    const opensOrCloses = isOpen(issue.state) !== isOpen(next.state);
    if (opensOrCloses) await this.mirrorSoon(tx, issue, now);
    const [changed] = await tx.issue.updateManyAndReturn({
      where: { id: issue.id, version: issue.version, mergedInto: null },
      data: { ...toColumns(next), version: { increment: 1 }, updatedAt: now },
    });
    if (!changed) return undefined;
    if (opensOrCloses) await this.#touchVariants(tx, [issue.id]);
    if (event) await recordEvent(tx, toTransition(changed, event, now, places));
    return changed;
  }

  /** Lets the copy of the project's variants follow after the commit. Call it before changing variants. */
  async mirrorSoon(
    tx: Transaction,
    { projectId, projectNumber }: Pick<Issue, 'projectId' | 'projectNumber'>,
    now: Date,
  ): Promise<void> {
    await enqueue(tx, ISSUE_MIRRORS, { key: projectId, payload: { projectNumber }, projectId, now });
  }

  async #touchVariants(tx: Transaction, issueIds: readonly string[]): Promise<void> {
    await tx.errorVariant.updateMany({
      where: { issueId: { in: [...issueIds] } },
      data: { revision: { increment: 1 }, isMirrored: false },
    });
  }
}

/** Converts a change of an issue to a domain event, which `Announcements` reports. */
export function toTransition(
  issue: Issue,
  event: IssueEvent,
  occurredAt: Date,
  places?: readonly IssuePlace[],
): NewDomainEvent {
  const { id, projectId, projectNumber, state, version, title, culprit, platform, level, firstSeen } = issue;
  const { regressedRelease } = issue;
  const announced = {
    id,
    status: state,
    version: Number(version),
    title,
    culprit,
    platform,
    level,
    first_seen: firstSeen.toISOString(),
  };
  const release = event === 'issue.regressed' && regressedRelease ? { release: regressedRelease } : {};
  const where = places && { places: places.map(({ service, environment }) => ({ service, environment })) };
  const data = { event, projectNumber, announced: { ...announced, ...release }, ...where };
  return { projectId, type: 'issue-transition', subject: id, occurredAt, data };
}
