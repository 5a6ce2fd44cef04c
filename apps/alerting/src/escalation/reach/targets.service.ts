import { Inject, Injectable } from '@nestjs/common';
import { findContactMethods, findProject } from '@svc/directory';
import type { Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { MembersRepository, OverridesRepository, SchedulesRepository, toSchedule } from '../../oncall/index.js';
import { ChannelsRepository } from '../policies/channels.repository.js';
import type { StoredLevel } from '../policies/policy.rules.js';
import type { Targets } from './reach.js';

/** Looks up what levels refer to, as it is now: the dry run and the engine resolve whom a level reaches from the same. */
@Injectable()
export class TargetsService {
  constructor(
    private readonly schedules: SchedulesRepository,
    private readonly overrides: OverridesRepository,
    private readonly channels: ChannelsRepository,
    private readonly members: MembersRepository,
    @Inject(RELATIONAL) private readonly relational: Relational,
  ) {}

  /** @param from the earliest time for which the levels are resolved. */
  async load(
    { projectId, organizationId }: { readonly projectId: string; readonly organizationId: string },
    levels: readonly StoredLevel[],
    from: number,
  ): Promise<Targets> {
    const rows = await this.schedules.findAll(
      projectId,
      levels.flatMap((level) => level.schedules),
    );
    const overrides = await this.overrides.endingAfter(
      rows.map(({ id }) => id),
      new Date(from),
    );
    const schedules = new Map(
      rows.map((row) => {
        const own = overrides.filter(({ scheduleId }) => scheduleId === row.id);
        return [row.id, { name: row.name, schedule: toSchedule(row), overrides: own }];
      }),
    );
    const candidates = Array.from(schedules.values()).flatMap(({ schedule, overrides: replaced }) => [
      ...schedule.layers.flatMap(({ users, anchor }) => [...users, ...(anchor?.held ?? [])]),
      ...replaced.map(({ userId }) => userId),
    ]);
    const users = [...levels.flatMap((level) => level.users), ...candidates];
    const [channels, channelTypes, members, contacts] = await Promise.all([
      this.channels.find(
        projectId,
        levels.flatMap((level) => level.channels),
      ),
      this.channels.enabledTypes(projectId),
      this.members.find(organizationId, users),
      findContactMethods(this.relational.client, organizationId, [...new Set(users)]),
    ]);
    const byUser = Map.groupBy(contacts, ({ principalId }) => principalId);
    return { schedules, channels, channelTypes, members, contacts: byUser };
  }

  /** The organization whose members a project can reach; '' if the project is gone. */
  async organizationOf(projectId: string): Promise<string> {
    return (await findProject(this.relational.client, projectId))?.organizationId ?? '';
  }
}
