import { Inject, Injectable } from '@nestjs/common';
import type { EscalationCreateRequest, EscalationDeleteRequest, EscalationUpdateRequest } from '@svc/contract';
import { writeJson, readJson, type EscalationPolicy } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField, ServiceError, changeVersioned, requireVersion, requireFound } from '@svc/service-error';
import { MembersRepository, SchedulesRepository } from '../../oncall/index.js';
import { ChannelsRepository } from './channels.repository.js';
import { PoliciesRepository, type PolicyContent } from './policies.repository.js';
import { checkedAckTimeout, checkedLevels, DEFAULT_MAX_ESCALATIONS, type StoredLevel } from './policy.rules.js';

@Injectable()
export class PoliciesService {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly channels: ChannelsRepository,
    private readonly schedules: SchedulesRepository,
    private readonly members: MembersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(projectId: string, name: string): Promise<EscalationPolicy[]> {
    return this.policies.list(projectId, name);
  }

  async get(projectId: string, id: string): Promise<EscalationPolicy> {
    return requireFound(await this.policies.find(projectId, id));
  }

  async create(call: Call, request: EscalationCreateRequest): Promise<EscalationPolicy> {
    const { content, scheduleIds } = await this.#check(call, request);
    const { context, project } = call;
    const owner = { projectId: project.id, createdBy: context.principalId, createdAt: content.updatedAt };
    const policy = await this.policies.insert(owner, content, scheduleIds);
    if (!policy) throw deletedMeanwhile();
    return policy;
  }

  async update(call: Call, request: EscalationUpdateRequest): Promise<EscalationPolicy> {
    const { project } = call;
    const current = requireVersion(await this.get(project.id, request.policyId), request.expectedVersion);
    const { content, scheduleIds } = await this.#check(call, request);
    const policy = await this.policies.replace(current, content, scheduleIds);
    if (!policy) throw deletedMeanwhile();
    return policy;
  }

  async delete(projectId: string, { policyId, expectedVersion }: EscalationDeleteRequest): Promise<void> {
    const current = requireVersion(await this.get(projectId, policyId), expectedVersion);
    await changeVersioned(this.policies.delete(current), () => this.get(projectId, policyId));
  }

  async #check(
    { context, project }: Call,
    request: Pick<EscalationCreateRequest, 'name' | 'levels' | 'maxEscalations' | 'ackTimeout'>,
  ): Promise<{ content: PolicyContent; scheduleIds: string[] }> {
    const levels = checkedLevels(request.levels);
    const all = (field: 'channels' | 'users' | 'schedules'): string[] => levels.flatMap((level) => level[field]);
    const schedules = await this.schedules.findAll(project.id, all('schedules'));
    const scheduleIds = new Set(schedules.map(({ id }) => id));
    requireKnown(levels, 'channels', await this.channels.find(project.id, all('channels')));
    requireKnown(levels, 'users', await this.members.find(context.organizationId, all('users')));
    requireKnown(levels, 'schedules', scheduleIds);
    const content = {
      name: request.name,
      levels: writeJson(levels),
      maxEscalations: request.maxEscalations ?? DEFAULT_MAX_ESCALATIONS,
      ackTimeout: checkedAckTimeout(request.ackTimeout),
      updatedAt: new Date(this.clock()),
    };
    return { content, scheduleIds: [...scheduleIds] };
  }
}

export function storedLevels({ levels }: Pick<EscalationPolicy, 'levels'>): readonly StoredLevel[] {
  return readJson(levels);
}

const REASONS = {
  channels: 'must be the ID of a notification channel of the project',
  users: 'must be the ID of a member',
  schedules: 'must be the ID of an on-call schedule of the project',
} as const;

function requireKnown(
  levels: readonly StoredLevel[],
  field: keyof typeof REASONS,
  known: { has(id: string): boolean },
): void {
  for (const [index, level] of levels.entries()) {
    const nth = level[field].findIndex((id) => !known.has(id));
    if (nth >= 0) throw invalidField(`levels[${index}].${field}[${nth}]`, REASONS[field]);
  }
}

const deletedMeanwhile = (): ServiceError =>
  new ServiceError('state_conflict', { message: 'A schedule of the policy has just been deleted.' });
