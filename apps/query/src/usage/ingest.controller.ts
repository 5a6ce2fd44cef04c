import { Ingest, type IngestStatusRequest } from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toIngestStatus } from './ingest-status.message.js';
import { IngestStatusService } from './ingest-status.service.js';

@RpcController(Ingest)
export class IngestController implements Handlers<typeof Ingest> {
  constructor(
    private readonly service: IngestStatusService,
    private readonly readers: ProjectReaders,
  ) {}

  async status(_: IngestStatusRequest, call: Call) {
    return toIngestStatus(await this.service.get(this.readers.open(call)));
  }
}
