import { Erasure, type EraseProjectRequest } from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ErasureService } from './erasure.service.js';

@RpcController(Erasure)
export class ErasureController implements Handlers<typeof Erasure> {
  constructor(private readonly erasure: ErasureService) {}

  async eraseProject({ projectNumber }: EraseProjectRequest, { signal }: Pick<Call, 'signal'>) {
    return { complete: await this.erasure.eraseProject(projectNumber, signal) };
  }
}
