import {
  Escalation,
  type EscalationCreateRequest,
  type EscalationDeleteRequest,
  type EscalationDryRunRequest,
  type EscalationGetRequest,
  type EscalationListRequest,
  type EscalationUpdateRequest,
} from '@svc/contract';
import type { EscalationPolicy } from '@svc/relational';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { DryRunService } from './dry-run/dry-run.service.js';
import { existing } from './policies/planned-policy.js';
import { PoliciesService, storedLevels } from './policies/policies.service.js';
import { toPolicyMessage } from './policies/policy.message.js';
import { ReachWarnings } from './reach/reach-warnings.js';

@RpcController(Escalation)
export class EscalationController implements Handlers<typeof Escalation> {
  constructor(
    private readonly policies: PoliciesService,
    private readonly dryRuns: DryRunService,
    private readonly reach: ReachWarnings,
  ) {}

  async list({ name }: EscalationListRequest, call: Call) {
    return { escalationPolicies: await this.#toMessages(await this.policies.list(call.project.id, name), call) };
  }

  async create(request: EscalationCreateRequest, call: Call) {
    return this.#toMessage(await this.policies.create(call, request), call);
  }

  async get({ policyId }: EscalationGetRequest, call: Call) {
    return this.#toMessage(await this.policies.get(call.project.id, policyId), call);
  }

  async update(request: EscalationUpdateRequest, call: Call) {
    return this.#toMessage(await this.policies.update(call, request), call);
  }

  async delete(request: EscalationDeleteRequest, { project }: Call) {
    await this.policies.delete(project.id, request);
    return {};
  }

  dryRun(request: EscalationDryRunRequest, call: Call) {
    return this.dryRuns.dryRun(call, request);
  }

  async #toMessage(policy: EscalationPolicy, call: Call) {
    const [message] = await this.#toMessages([policy], call);
    return existing(message);
  }

  async #toMessages(policies: readonly EscalationPolicy[], { context: { organizationId }, project }: Call) {
    const owner = { projectId: project.id, organizationId };
    const faults = await this.reach.find(owner, policies.map(storedLevels));
    return policies.map((policy, nth) => toPolicyMessage(policy, faults[nth]?.warnings ?? []));
  }
}
