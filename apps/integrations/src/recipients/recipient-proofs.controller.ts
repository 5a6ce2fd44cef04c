import { RecipientProofs, type RecipientProofsGetRequest, type RecipientProofsProveRequest } from '@svc/contract';
import type { RecipientProof } from '@svc/relational';
import { RpcController, type Handlers } from '@svc/rpc';
import { ProjectNames } from '../compose/project-names.js';
import { RecipientProofsService } from './recipient-proofs.service.js';

@RpcController(RecipientProofs)
export class RecipientProofsController implements Handlers<typeof RecipientProofs> {
  constructor(
    private readonly proofs: RecipientProofsService,
    private readonly projects: ProjectNames,
  ) {}

  async get({ token }: RecipientProofsGetRequest) {
    return this.#toMessage(await this.proofs.get(token));
  }

  async prove({ token }: RecipientProofsProveRequest) {
    return this.#toMessage(await this.proofs.prove(token));
  }

  async #toMessage({ address, projectId }: RecipientProof) {
    return { address, projectId, projectName: await this.projects.get(projectId) };
  }
}
