import {
  Escalation,
  type EscalationCreateRequest,
  type EscalationDeleteRequest,
  type EscalationDryRunRequest,
  type EscalationGetRequest,
  type EscalationListRequest,
  type EscalationUpdateRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { DryRunService } from './dry-run/dry-run.service.js';
import { PoliciesService } from './policies/policies.service.js';
import { toPolicyMessage } from './policies/policy.message.js';

@RpcController(Escalation)
export class EscalationController implements Handlers<typeof Escalation> {
  constructor(
    private readonly policies: PoliciesService,
    private readonly dryRuns: DryRunService,
  ) {}

  async list(_: EscalationListRequest, { project }: Call) {
    return { escalationPolicies: (await this.policies.list(project.id)).map(toPolicyMessage) };
  }

  async create(request: EscalationCreateRequest, call: Call) {
    return toPolicyMessage(await this.policies.create(call, request));
  }

  async get({ policyId }: EscalationGetRequest, { project }: Call) {
    return toPolicyMessage(await this.policies.get(project.id, policyId));
  }

  async update(request: EscalationUpdateRequest, call: Call) {
    return toPolicyMessage(await this.policies.update(call, request));
  }

  async delete(request: EscalationDeleteRequest, { project }: Call) {
    await this.policies.delete(project.id, request);
    return {};
  }

  dryRun(request: EscalationDryRunRequest, call: Call) {
    return this.dryRuns.dryRun(call, request);
  }
}
