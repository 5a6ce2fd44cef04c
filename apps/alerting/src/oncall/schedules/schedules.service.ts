import { Inject, Injectable } from '@nestjs/common';
import type { SchedulesCreateRequest, SchedulesDeleteRequest, SchedulesUpdateRequest } from '@svc/contract';
import { writeJson, readJson, type OncallSchedule } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import {
  invalidField,
  ServiceError,
  changeVersioned,
  requireTimeZone,
  requireVersion,
  requireFound,
} from '@svc/service-error';
import { MembersRepository, type Members } from '../members.repository.js';
import { keepOnDuty, type Schedule } from '../resolver/index.js';
import { checkedLayers } from './layer.rules.js';
import { SchedulesRepository } from './schedules.repository.js';
import { toLayer, type StoredLayer } from './stored-layer.js';

@Injectable()
export class SchedulesService {
  constructor(
    private readonly schedules: SchedulesRepository,
    private readonly members: MembersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(projectId: string, name = ''): Promise<OncallSchedule[]> {
    return this.schedules.list(projectId, name);
  }

  async get(projectId: string, id: string): Promise<OncallSchedule> {
    return requireFound(await this.schedules.find(projectId, id));
  }

  async create({ context, project }: Call, request: SchedulesCreateRequest): Promise<OncallSchedule> {
    const { name, layers, timeZone } = request;
    const checked = checkedLayers(layers);
    const zone = requireTimeZone(timeZone);
    await this.#requireMembers(context.organizationId, checked);
    return this.schedules.insert({
      projectId: project.id,
      name,
      timeZone: zone,
      layers: writeJson(checked),
      createdBy: context.principalId,
      createdAt: new Date(this.clock()),
    });
  }

  async update({ context, project }: Call, request: SchedulesUpdateRequest): Promise<OncallSchedule> {
    const current = requireVersion(await this.get(project.id, request.scheduleId), request.expectedVersion);
    const layers = checkedLayers(request.layers);
    const timeZone = requireTimeZone(request.timeZone);
    const members = await this.#requireMembers(context.organizationId, layers, storedLayers(current));
    const now = this.clock();
    const kept = keepOnDuty(toSchedule(current), { timeZone, layers: layers.map(toLayer) }, now, (user) =>
      members.has(user),
    );
    const anchored = layers.map((layer, index) => {
      const anchor = kept.layers[index]?.anchor;
      return anchor ? { ...layer, anchor } : layer;
    });
    const changes = { name: request.name, timeZone, layers: writeJson(anchored), updatedAt: new Date(now) };
    return changeVersioned(this.schedules.update(current, changes), () => this.get(project.id, current.id));
  }

  async delete(projectId: string, { scheduleId, expectedVersion }: SchedulesDeleteRequest): Promise<void> {
    const current = requireVersion(await this.get(projectId, scheduleId), expectedVersion);
    const policies = await this.schedules.referringPolicies(current.id);
    if (policies.length > 0)
      throw new ServiceError('state_conflict', {
        message: `Escalation policies refer to the schedule: ${policies.join(', ')}.`,
      });
    await changeVersioned(this.schedules.delete(current), () => this.get(projectId, scheduleId));
  }

  /** The members among all users of layers and among those whom a change may keep on duty. */
  async #requireMembers(
    organizationId: string,
    layers: readonly StoredLayer[],
    before: readonly StoredLayer[] = [],
  ): Promise<Members> {
    const onDuty = before.flatMap(({ users, anchor }) => [...users, ...(anchor?.held ?? [])]);
    const members = await this.members.find(organizationId, [...layers.flatMap(({ users }) => users), ...onDuty]);
    for (const [index, { users }] of layers.entries()) {
      const nth = users.findIndex((user) => !members.has(user));
      if (nth >= 0) throw invalidField(`layers[${index}].users[${nth}]`, 'must be the ID of a member');
    }
    return members;
  }
}

/** Converts a stored schedule to the form that the resolver reads. */
export function toSchedule({ timeZone, layers }: Pick<OncallSchedule, 'timeZone' | 'layers'>): Schedule {
  return { timeZone, layers: storedLayers({ layers }).map(toLayer) };
}

export function storedLayers({ layers }: Pick<OncallSchedule, 'layers'>): readonly StoredLayer[] {
  return readJson(layers);
}
