import { AgentRuns, type AgentRunsGetRequest, type AgentRunsListRequest } from '@svc/contract';
import { toPagination } from '@svc/reading/paging';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toAgentRun, toAgentRunDetails } from './run.message.js';
import { RunsService } from './runs.service.js';

@RpcController(AgentRuns)
export class RunsController implements Handlers<typeof AgentRuns> {
  constructor(
    private readonly runs: RunsService,
    private readonly readers: ProjectReaders,
  ) {}

  async list(request: AgentRunsListRequest, call: Call) {
    const { rows, nextCursor } = await this.runs.list(request, this.readers.open(call));
    return { runs: rows.map(toAgentRun), pagination: toPagination(nextCursor) };
  }

  async get(request: AgentRunsGetRequest, call: Call) {
    return toAgentRunDetails(await this.runs.get(request, this.readers.open(call)));
  }
}
