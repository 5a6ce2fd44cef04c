import {
  Llm,
  type LlmPricingDeleteRequest,
  type LlmPricingListRequest,
  type LlmPricingSetRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { Scope } from '@svc/reading/statement';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { BackfillsService } from './backfill/backfills.service.js';
import { PricesService } from './prices.service.js';

@RpcController(Llm)
export class PricesController implements Handlers<typeof Llm> {
  constructor(
    private readonly prices: PricesService,
    private readonly backfills: BackfillsService,
    private readonly readers: ProjectReaders,
  ) {}

  pricingList(request: LlmPricingListRequest, call: Call) {
    return this.prices.list(Scope.of(call.project).projectId, request);
  }

  pricingSet(request: LlmPricingSetRequest, call: Call) {
    const { principalId } = call.context;
    const set = () => this.prices.set(Scope.of(call.project).projectId, principalId, request);
    if (!request.backfill && !request.dryRun) return set();
    return this.backfills.set(request, principalId, this.readers.open(call), set);
  }

  async pricingDelete(request: LlmPricingDeleteRequest, call: Call) {
    await this.prices.delete(Scope.of(call.project).projectId, request);
    return {};
  }
}
