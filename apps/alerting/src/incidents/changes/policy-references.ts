import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import { invalidField, ServiceError } from '@svc/service-error';
import { PoliciesRepository } from '../../escalation/index.js';
import type { Responder } from '../timeline/responder.js';

/** Whether the escalation policy that a request names exists. */
@Injectable()
export class PolicyReferences {
  constructor(private readonly policies: PoliciesRepository) {}

  /**
   * @throws ServiceError invalid_request for a policy that is not in the project, permission_denied for a caller who
   * may not read policies and could find out here whether one exists.
   */
  async check(policyId: string | undefined, { projectId, scopes }: Responder, tx: Transaction): Promise<void> {
    if (policyId === undefined) return;
    if (!scopes.has('escalation:read'))
      throw new ServiceError('permission_denied', {
        message: 'Naming an escalation policy requires the scope escalation:read.',
      });
    if (!(await this.policies.find(projectId, policyId, tx)))
      throw invalidField('escalation_policy_id', 'must be the ID of an escalation policy of the project');
  }
}
