import { Scores, type ScoresAddRequest, type ScoresListRequest } from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { RunsService } from '../runs/index.js';
import { toScore } from './scores.message.js';
import { ScoresService, type ScoreAuthor } from './scores.service.js';

@RpcController(Scores)
export class ScoresController implements Handlers<typeof Scores> {
  constructor(
    private readonly scores: ScoresService,
    private readonly runs: RunsService,
    private readonly readers: ProjectReaders,
  ) {}

  async list({ runId }: ScoresListRequest, call: Call) {
    const run = await this.runs.identify(runId, this.readers.open(call));
    const scores = await this.scores.list({ projectId: call.project.id, runId: run.runId });
    return { scores: scores.map(({ score, isCurrent }) => toScore(score, isCurrent)) };
  }

  async add(request: ScoresAddRequest, call: Call) {
    const run = await this.runs.identify(request.runId, this.readers.open(call));
    const known = { projectId: call.project.id, ...run };
    return toScore(await this.scores.add(known, toAuthor(call), request), true);
  }
}

function toAuthor({ context }: Call): ScoreAuthor {
  const { principalType, principalId } = context;
  return { source: principalType === 'user' ? 'human' : 'api', author: principalId };
}
