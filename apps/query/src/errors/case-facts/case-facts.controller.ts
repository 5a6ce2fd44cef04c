import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  CaseFacts,
  type CaseFactsDeploysRequest,
  type CaseFactsFlagChangesRequest,
  type CaseFactsIssuesRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { FlagsRepository } from '../../product/index.js';
import { ReleasesRepository } from '../releases/releases.repository.js';
import { IssueFactsService } from './issue-facts.service.js';

/** Answers other services of the installation, which have checked the scopes of the caller. */
@RpcController(CaseFacts)
export class CaseFactsController implements Handlers<typeof CaseFacts> {
  constructor(
    private readonly issueFacts: IssueFactsService,
    private readonly releases: ReleasesRepository,
    private readonly flags: FlagsRepository,
    private readonly readers: ProjectReaders,
  ) {}

  async issues(request: CaseFactsIssuesRequest, { context, signal, deadlineMs }: Call) {
    const reader = this.readers.open({ project: context.project, signal, deadlineMs });
    return { issues: await this.issueFacts.read(request, reader) };
  }

  async deploys(request: CaseFactsDeploysRequest, { context }: Call) {
    const { from, to } = toWindow(request);
    const found = await this.releases.deployedBetween(requireProjectId(context), from, to, request.limit);
    return {
      deploys: found.map(({ release, deployedAt, author, commit }) => ({
        release,
        author,
        commit,
        ...(deployedAt && { deployedAt: timestampFromDate(deployedAt) }),
      })),
    };
  }

  async flagChanges(request: CaseFactsFlagChangesRequest, { context }: Call) {
    const { from, to } = toWindow(request);
    const found = await this.flags.changedBetween(requireProjectId(context), from, to, request.limit);
    return {
      flags: found.map(({ key, active, version, createdAt, updatedAt }) => ({
        key,
        active,
        version,
        isCreated: createdAt.getTime() === updatedAt.getTime(),
        changedAt: timestampFromDate(updatedAt),
      })),
    };
  }
}

function toWindow({ startTime, endTime }: CaseFactsDeploysRequest | CaseFactsFlagChangesRequest): {
  from: Date;
  to: Date;
} {
  if (!startTime || !endTime) throw new ServiceError('internal', { cause: 'The window of a case file has no bounds' });
  return { from: timestampDate(startTime), to: timestampDate(endTime) };
}

function requireProjectId({ project }: Call['context']): string {
  if (!project)
    throw new ServiceError('internal', { cause: 'The facts of a case file were asked for without a project' });
  return project.id;
}
