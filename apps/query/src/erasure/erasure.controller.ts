import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Erasure, type CheckLogRequest, type EraseProjectRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ErasureService } from './erasure.service.js';

@RpcController(Erasure)
export class ErasureController implements Handlers<typeof Erasure> {
  constructor(private readonly erasure: ErasureService) {}

  async eraseProject({ projectNumber, projectId }: EraseProjectRequest, { signal }: Pick<Call, 'signal'>) {
    const erased = await this.erasure.eraseProject({ projectNumber, projectId }, signal);
    const logEnds = erased.logEnds.map((end) => ({ ...end, endOffset: BigInt(end.endOffset) }));
    const next = erased.checkAgainAt;
    return { complete: erased.complete, logEnds, ...(next && { checkAgainAt: timestampFromDate(next) }) };
  }

  async checkLog({ projectNumber, logEnds }: CheckLogRequest, { signal }: Pick<Call, 'signal'>) {
    const ends = logEnds.map(({ topic, partition, endOffset }) => ({ topic, partition, endOffset: Number(endOffset) }));
    const next = await this.erasure.clearLog(projectNumber, ends, signal);
    return next ? { cleared: false, checkAgainAt: timestampFromDate(next) } : { cleared: true };
  }
}
