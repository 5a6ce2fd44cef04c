import {
  Exports,
  type ExportsCancelRequest,
  type ExportsCreateLogsRequest,
  type ExportsCreateRequest,
  type ExportsDownloadRequest,
  type ExportsGetRequest,
  type ExportsListRequest,
  type ExportsRetryRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { DownloadUrlsService } from '../downloads/download-urls.service.js';
import { CreationService } from './creation.service.js';
import { ExportsService } from './exports.service.js';
import { fromLogsRequest } from './logs-query.js';

@RpcController(Exports)
export class ExportsController implements Handlers<typeof Exports> {
  constructor(
    private readonly creation: CreationService,
    private readonly exports: ExportsService,
    private readonly downloads: DownloadUrlsService,
  ) {}

  create({ type, query = {}, idempotencyKey }: ExportsCreateRequest, call: Call) {
    const request = { operation: 'exports.create', path: '/export', type, query, queryAt: 'query.', idempotencyKey };
    return this.creation.create(call, request);
  }

  createLogs(request: ExportsCreateLogsRequest, call: Call) {
    return this.creation.create(call, fromLogsRequest(request));
  }

  list(request: ExportsListRequest, { project }: Call) {
    return this.exports.list(project.id, request);
  }

  get({ jobId }: ExportsGetRequest, { project }: Call) {
    return this.exports.get(project.id, jobId);
  }

  cancel({ jobId }: ExportsCancelRequest, { project }: Call) {
    return this.exports.cancel(project.id, jobId);
  }

  retry({ jobId }: ExportsRetryRequest, { project }: Call) {
    return this.exports.retry(project.id, jobId);
  }

  download({ jobId }: ExportsDownloadRequest, call: Call) {
    return this.downloads.mint(call, jobId);
  }
}
