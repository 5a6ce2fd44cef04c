import { ExportFiles as ExportFilesRpc, type ExportFilesReadRequest } from '@svc/contract';
import { RpcController, type Handlers } from '@svc/rpc';
import { FilesService } from './files.service.js';

@RpcController(ExportFilesRpc)
export class ExportFilesController implements Handlers<typeof ExportFilesRpc> {
  constructor(private readonly files: FilesService) {}

  read(request: ExportFilesReadRequest) {
    return this.files.open(request);
  }
}
