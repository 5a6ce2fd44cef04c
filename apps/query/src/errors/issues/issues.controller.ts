import {
  Issues,
  type IssuesAssignRequest,
  type IssuesGetRequest,
  type IssuesGroupingRequest,
  type IssuesIgnoreRequest,
  type IssuesListRequest,
  type IssuesMergedSourcesRequest,
  type IssuesMergeRequest,
  type IssuesReopenRequest,
  type IssuesResolveRequest,
  type IssuesSnoozeRequest,
  type IssuesUnmergeRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { requireFound } from '@svc/service-error';
import { toDetailsMessage, toHashMessage } from './details/details.message.js';
import { DetailsService } from './details/details.service.js';
import { toIssueMessage, toMergedIssue } from './issue.message.js';
import { IssuesRepository } from './issues.repository.js';
import { ListService } from './list/list.service.js';
import { MergeService } from './merging/merge.service.js';
import { TriageService, type Triager } from './triage.service.js';

const MAX_HASHES = 200;

@RpcController(Issues)
export class IssuesController implements Handlers<typeof Issues> {
  constructor(
    private readonly issues: IssuesRepository,
    private readonly lists: ListService,
    private readonly details: DetailsService,
    private readonly triage: TriageService,
    private readonly merges: MergeService,
    private readonly readers: ProjectReaders,
  ) {}

  async list(request: IssuesListRequest, call: Call) {
    const { found, nextCursor } = await this.lists.list(request, this.readers.open(call));
    return {
      issues: found.map(({ issue, figures }) => toIssueMessage(issue, figures)),
      pagination: { hasMore: nextCursor !== undefined, ...(nextCursor !== undefined && { nextCursor }) },
    };
  }

  async get({ issueId }: IssuesGetRequest, call: Call) {
    return toDetailsMessage(await this.details.get(issueId, this.readers.open(call)));
  }

  async resolve(request: IssuesResolveRequest, call: Call) {
    return toIssueMessage(await this.triage.resolve(toTriager(call), request));
  }

  async ignore(request: IssuesIgnoreRequest, call: Call) {
    return toIssueMessage(await this.triage.ignore(toTriager(call), request));
  }

  async snooze(request: IssuesSnoozeRequest, call: Call) {
    return toIssueMessage(await this.triage.snooze(toTriager(call), request));
  }

  async reopen(request: IssuesReopenRequest, call: Call) {
    return toIssueMessage(await this.triage.reopen(toTriager(call), request));
  }

  async assign(request: IssuesAssignRequest, call: Call) {
    const userId = request.unassign ? undefined : request.userId;
    return toIssueMessage(await this.triage.assign(toTriager(call), request, userId));
  }

  async merge(request: IssuesMergeRequest, call: Call) {
    return toIssueMessage(await this.merges.merge(toTriager(call), request));
  }

  async mergedSources({ issueId }: IssuesMergedSourcesRequest, call: Call) {
    return { sources: (await this.merges.sources(call.project.id, issueId)).map(toMergedIssue) };
  }

  async unmerge({ issueId }: IssuesUnmergeRequest, call: Call) {
    return toIssueMessage(await this.merges.unmerge(toTriager(call), issueId, this.readers.open(call)));
  }

  async grouping({ issueId }: IssuesGroupingRequest, call: Call) {
    const issue = requireFound(await this.issues.findCanonical(call.project.id, issueId));
    const hashes = await this.issues.hashes(issue.id, MAX_HASHES + 1);
    return {
      issueId: issue.id,
      hashes: hashes.slice(0, MAX_HASHES).map(toHashMessage),
      truncated: hashes.length > MAX_HASHES,
    };
  }
}

function toTriager({ context, project }: Call): Triager {
  const { organizationId, principalId } = context;
  return { projectId: project.id, organizationId, principalId };
}
