import { Usage, type UsageGetRequest } from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toUsageReport } from './usage.message.js';
import { UsageService } from './usage.service.js';

@RpcController(Usage)
export class UsageController implements Handlers<typeof Usage> {
  constructor(
    private readonly usage: UsageService,
    private readonly readers: ProjectReaders,
  ) {}

  async get({ period }: UsageGetRequest, call: Call) {
    return toUsageReport(await this.usage.get(period, this.readers.open(call)));
  }
}
