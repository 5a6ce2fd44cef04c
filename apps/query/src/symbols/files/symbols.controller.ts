import { Symbols, type SymbolsListRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { SymbolFilesService } from './symbol-files.service.js';

@RpcController(Symbols)
export class SymbolsController implements Handlers<typeof Symbols> {
  constructor(private readonly files: SymbolFilesService) {}

  uploadAndroid(): never {
    throw receivedInParts();
  }

  uploadIos(): never {
    throw receivedInParts();
  }

  async list({ limit, cursor }: SymbolsListRequest, { project }: Call) {
    const { files, pagination } = await this.files.list({
      operation: 'symbols.list',
      projectId: project.id,
      kinds: ['macho', 'proguard'],
      release: undefined,
      limit,
      cursor,
    });
    return { symbolFiles: files, pagination };
  }
}

/** A message cannot hold the file. */
function receivedInParts(): ServiceError {
  return new ServiceError('invalid_request', { message: 'The file is received in parts by SymbolUploads.' });
}
