import { Sourcemaps, type SourcemapsListRequest, type SourcemapsUploadRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { SymbolFilesService } from './files/symbol-files.service.js';
import { toMessage } from './symbol-file.message.js';
import { UploadsService } from './uploads/uploads.service.js';

@RpcController(Sourcemaps)
export class SourcemapsController implements Handlers<typeof Sourcemaps> {
  constructor(
    private readonly files: SymbolFilesService,
    private readonly uploads: UploadsService,
  ) {}

  /** For a map that fits into a message; the gateway hands on the bodies of clients in parts. */
  async upload({ release, dist, filename, content }: SourcemapsUploadRequest, { context, project }: Call) {
    const body = Buffer.from(JSON.stringify({ release, dist, filename, content }));
    const owner = { projectId: project.id, principalId: context.principalId };
    const names = { kind: 'sourcemap', key: '', release: '', dist: '', filename: '', size: body.length };
    const { uploadId } = await this.uploads.begin(owner, names);
    await this.uploads.append(owner, uploadId, 0, body);
    const { files } = await this.uploads.complete(owner, uploadId, body.length);
    return toMessage(files[0] ?? missing());
  }

  async list({ release, limit, cursor }: SourcemapsListRequest, { project }: Call) {
    const { files, pagination } = await this.files.list({
      operation: 'sourcemaps.list',
      projectId: project.id,
      kinds: ['sourcemap'],
      release: release || undefined,
      limit,
      cursor,
    });
    return { sourcemaps: files, pagination };
  }
}

function missing(): never {
  throw new Error('A source map has become no file');
}
