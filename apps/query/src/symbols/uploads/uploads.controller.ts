import {
  SymbolUploads,
  type SymbolUploadsAppendRequest,
  type SymbolUploadsBeginRequest,
  type SymbolUploadsCompleteRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import { toMessage } from '../symbol-file.message.js';
import { UploadsService, type Uploader } from './uploads.service.js';

@RpcController(SymbolUploads)
export class UploadsController implements Handlers<typeof SymbolUploads> {
  constructor(private readonly uploads: UploadsService) {}

  async begin({ kind, key, release, dist, filename, size }: SymbolUploadsBeginRequest, call: Call) {
    const names = { kind, key, release, dist, filename, size: size === undefined ? undefined : Number(size) };
    const { uploadId, received, files } = await this.uploads.begin(toUploader(call), names);
    return { uploadId, received: BigInt(received), symbolFiles: files.map(toMessage) };
  }

  async append({ uploadId, offset, data }: SymbolUploadsAppendRequest, call: Call) {
    const received = await this.uploads.append(toUploader(call), uploadId, Number(offset), data);
    return { uploadId, received: BigInt(received) };
  }

  async complete({ uploadId, size }: SymbolUploadsCompleteRequest, call: Call) {
    const { files, isNew } = await this.uploads.complete(toUploader(call), uploadId, Number(size));
    return { symbolFiles: files.map(toMessage), isNew };
  }
}

function toUploader({ context }: Call): Uploader {
  const { project, principalId } = context;
  if (!project) throw new ServiceError('internal', { cause: new Error('an upload belongs to a project') });
  return { projectId: project.id, principalId };
}
