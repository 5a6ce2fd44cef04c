import { Inject } from '@nestjs/common';
import { Usage, type UsageGetRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { Budget, Scope } from '@svc/reading/statement';
import { toUsageReport } from './usage.message.js';
import { UsageService } from './usage.service.js';

@RpcController(Usage)
export class UsageController implements Handlers<typeof Usage> {
  constructor(@Inject(UsageService) private readonly usage: UsageService) {}

  async get({ period }: UsageGetRequest, call: Call) {
    return toUsageReport(await this.usage.get(period, Scope.of(call.project), Budget.of(call)));
  }
}
