import { Spans, type SpansGetRequest } from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toSpanDetails } from './spans.message.js';
import { SpansService } from './spans.service.js';

@RpcController(Spans)
export class SpansController implements Handlers<typeof Spans> {
  constructor(
    private readonly service: SpansService,
    private readonly readers: ProjectReaders,
  ) {}

  async get(request: SpansGetRequest, call: Call) {
    return toSpanDetails(await this.service.get(request, this.readers.open(call)));
  }
}
