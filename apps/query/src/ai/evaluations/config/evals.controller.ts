import { Evals, type EvalsGetRequest, type EvalsSetRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ModelProvider } from '../../provider/index.js';
import { toEvalConfig } from './config.message.js';
import { EvalConfigsService, type FoundConfig } from './configs.service.js';

@RpcController(Evals)
export class EvalsController implements Handlers<typeof Evals> {
  constructor(
    private readonly configs: EvalConfigsService,
    private readonly provider: ModelProvider,
  ) {}

  async get(_request: EvalsGetRequest, { project }: Call) {
    return this.#toMessage(await this.configs.get(project.id));
  }

  async set(request: EvalsSetRequest, { context, project }: Call) {
    return this.#toMessage(await this.configs.set(project.id, context.principalId, request));
  }

  #toMessage({ row, judgeCost }: FoundConfig) {
    return toEvalConfig(row, { judgeCost, hasProvider: this.provider.isConfigured });
  }
}
