import {
  Llm,
  type LlmPricingDeleteRequest,
  type LlmPricingListRequest,
  type LlmPricingSetRequest,
} from '@svc/contract';
import { Scope } from '@svc/reading/statement';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { PricesService } from './prices.service.js';

@RpcController(Llm)
export class PricesController implements Handlers<typeof Llm> {
  constructor(private readonly prices: PricesService) {}

  pricingList(request: LlmPricingListRequest, call: Call) {
    return this.prices.list(Scope.of(call.project).projectId, request);
  }

  pricingSet(request: LlmPricingSetRequest, call: Call) {
    return this.prices.set(Scope.of(call.project).projectId, call.context.principalId, request);
  }

  async pricingDelete(request: LlmPricingDeleteRequest, call: Call) {
    await this.prices.delete(Scope.of(call.project).projectId, request);
    return {};
  }
}
