import { create, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf';
import { DocumentSchema, Flags, type FlagsDecideRequest, type Operation } from '@svc/contract';
import type { CallOptions } from '@svc/rpc';
import { isWrite } from '../audit/audit-trail.js';
import type { FlagEvaluation } from '../flags/flag-evaluation.js';
import type { OperationClients } from './operation-clients.js';

/** Calls services, but decides flags here; and whoever changes flags finds them changed with the answer. */
export function withFlags(clients: OperationClients, flags: FlagEvaluation): OperationClients {
  return {
    ...clients,
    async call(operation: Operation, request: MessageInitShape<DescMessage>, options: CallOptions) {
      const project = options.context?.project;
      if (operation.service !== Flags || !project) return clients.call(operation, request, options);
      if (operation.rpc === Flags.method.decide) {
        const json = await flags.decisions.decide(request as FlagsDecideRequest, project);
        return create(DocumentSchema, { json });
      }
      const answer = await clients.call(operation, request, options);
      if (isWrite(operation)) await flags.refresh(project.id);
      return answer;
    },
  };
}
