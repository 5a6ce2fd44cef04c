import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import { Flags, type FlagsDecideRequest, type Operation } from '@svc/contract';
import type { CallOptions } from '@svc/rpc';
import { isWrite } from '../audit/audit-trail.js';
import { lentDocument } from '../operations/document-reply.js';
import type { OperationClients } from '../operations/operation-clients.js';
import type { LocalOperations } from '../operations/operations.module.js';
import { toCaller } from './caller.js';
import { Decisions } from './decisions.js';
import { FlagSets } from './flag-sets.js';

/** Evaluates flags in this process, and reads them again after a change before the change is answered. */
@Injectable()
export class FlagOperations implements LocalOperations {
  constructor(
    private readonly decisions: Decisions,
    private readonly sets: FlagSets,
  ) {}

  before(remote: OperationClients): OperationClients {
    return {
      open: (operation, request, options) => remote.open(operation, request, options),
      call: async (operation: Operation, request: MessageInitShape<DescMessage>, options: CallOptions) => {
        const { context } = options;
        const project = context?.project;
        if (operation.service !== Flags || !context || !project) return remote.call(operation, request, options);
        if (operation.rpc === Flags.method.decide) {
          const json = await this.decisions.decide(request as FlagsDecideRequest, project, toCaller(context));
          return lentDocument(json.view, () => this.decisions.release(json));
        }
        const answer = await remote.call(operation, request, options);
        if (isWrite(operation)) await this.sets.refresh(project.id);
        return answer;
      },
    };
  }
}
