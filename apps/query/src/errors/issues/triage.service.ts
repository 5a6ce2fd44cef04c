import { Inject, Injectable } from '@nestjs/common';
import type { IssuesSnoozeRequest } from '@svc/contract';
import { findMemberRole } from '@svc/directory';
import { NANOSECONDS_PER_DAY, requireDuration } from '@svc/reading/time';
import type { Issue, Transaction } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { changeVersioned, invalidField, requireVersion, stateConflict, type ServiceError } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { ReleasesService } from '../releases/releases.service.js';
import { IssueChanges } from './issue-changes.js';
import { ISSUE_MIRRORS } from './issue-jobs.js';
import { IssuesRepository } from './issues.repository.js';
import { toLifecycle, transition, type SnoozeCondition, type Trigger } from './lifecycle/index.js';

/** The user who changes an issue, and the project. */
export interface Triager {
  readonly projectId: string;
  readonly organizationId: string;
  readonly principalId: string;
}

/** An issue as the caller last read it. */
interface VersionedIssue {
  readonly issueId: string;
  readonly expectedVersion?: bigint;
}

const LONGEST_SNOOZE = 365n * NANOSECONDS_PER_DAY;

/**
 * The changes that users make to issues. Of several writes with the same expected version, exactly one takes effect.
 */
@Injectable()
export class TriageService {
  constructor(
    private readonly issues: IssuesRepository,
    private readonly changes: IssueChanges,
    private readonly releases: ReleasesService,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  resolve(triager: Triager, request: VersionedIssue & { readonly inNextRelease: boolean }): Promise<Issue> {
    const by = triager.principalId;
    return this.#change(triager, request, async (tx) => {
      if (!request.inNextRelease) return { kind: 'resolve', by, in: 'now' };
      const named = await this.issues.releases(request.issueId, tx);
      const release = await this.releases.current(triager.projectId, named, tx);
      return { kind: 'resolve', by, in: 'next_release', ...(release !== undefined && { release }) };
    });
  }

  ignore(triager: Triager, request: VersionedIssue): Promise<Issue> {
    return this.#change(triager, request, () => ({ kind: 'ignore' }));
  }

  snooze(triager: Triager, request: IssuesSnoozeRequest): Promise<Issue> {
    const condition = toCondition(request, this.clock());
    return this.#change(triager, request, () => ({ kind: 'snooze', by: triager.principalId, condition }));
  }

  reopen(triager: Triager, request: VersionedIssue): Promise<Issue> {
    return this.#change(triager, request, () => ({ kind: 'reopen' }));
  }

  /** @param userId undefined to remove the assignee. */
  assign(triager: Triager, request: VersionedIssue, userId: string | undefined): Promise<Issue> {
    return this.#change(triager, request, async (tx) => {
      if (userId !== undefined && (await findMemberRole(tx, triager.organizationId, userId)) === undefined)
        throw invalidField('user_id', 'is not a member of the organization');
      return { kind: 'assign', userId: userId ?? null };
    });
  }

  async #change(
    triager: Triager,
    { issueId, expectedVersion }: VersionedIssue,
    toTrigger: (tx: Transaction) => Trigger | Promise<Trigger>,
  ): Promise<Issue> {
    const now = new Date(this.clock());
    const find = (tx?: Transaction) => this.issues.find(triager.projectId, issueId, tx);
    const change = this.issues.transaction(async (tx) => {
      const issue = requireVersion(await find(tx), expectedVersion);
      const outcome = transition(toLifecycle(issue), await toTrigger(tx), now);
      if (outcome.kind === 'unchanged') return issue;
      if (outcome.kind === 'refused') throw refusal(issue);
      return this.changes.apply(tx, issue, outcome, now);
    });
    // Another write with the same expected version may win.
    const changed = await changeVersioned(change, find);
    this.jobs.wake(ISSUE_MIRRORS);
    return changed;
  }
}

function refusal({ state }: Issue): ServiceError {
  return stateConflict('status', state, `The issue is ${state}, which does not allow this.`);
}

function toCondition(request: IssuesSnoozeRequest, nowMs: number): SnoozeCondition {
  if (request.for !== '') {
    const nanoseconds = requireDuration(request.for, 'for', LONGEST_SNOOZE);
    return { until: new Date(nowMs + Number(nanoseconds / 1_000_000n)).toISOString() };
  }
  if (request.occurrences !== undefined) return { occurrences: Number(request.occurrences) };
  if (request.users !== undefined) return { users: Number(request.users) };
  return request.escalating ? { escalating: true } : { forever: true };
}
