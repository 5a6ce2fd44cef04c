import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type {
  Flag as FlagMessage,
  FlagsCreateRequest,
  FlagsDeleteRequest,
  FlagsListRequest,
  FlagsUpdateRequest,
} from '@svc/contract';
import { FLAGS_CHANGED_CHANNEL } from '@svc/flags';
import { CLOCK, PUB_SUB, type Clock } from '@svc/runtime';
import { ServiceError, requireVersion, requireFound } from '@svc/service-error';
import { CohortMembership } from '../cohorts/cohort-membership.js';
import { toDefinition, toMessage } from './flag.message.js';
import { changedDefinition, checkAmong, checkSize, checkUnused, newDefinition } from './flag.rules.js';
import { FlagsRepository } from './flags.repository.js';

@Injectable()
export class FlagsService {
  constructor(
    private readonly flags: FlagsRepository,
    private readonly membership: CohortMembership,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(projectId: string, { name }: FlagsListRequest) {
    return { flags: (await this.flags.list(projectId, { name })).map(toMessage) };
  }

  async get(projectId: string, key: string): Promise<FlagMessage> {
    const flag = requireFound(await this.flags.find(projectId, key));
    return toMessage(flag);
  }

  async create(projectId: string, createdBy: string, request: FlagsCreateRequest): Promise<FlagMessage> {
    const definition = newDefinition(request);
    const now = new Date(this.clock());
    const made = await this.flags.change(projectId, now, async (tx) => {
      const others = (await this.flags.list(projectId, { tx })).map(toDefinition);
      if (others.some(({ key }) => key === definition.key))
        throw new ServiceError('already_exists', { message: 'A flag with this key already exists.' });
      checkAmong(definition, others, await this.membership.findCohortIds(projectId, tx));
      const created = await this.flags.insert({ projectId, createdBy, createdAt: now }, definition, tx);
      checkSize(await this.flags.definitionBytes(projectId, tx));
      return created;
    });
    await this.#announce(projectId);
    return toMessage(made);
  }

  async update(projectId: string, request: FlagsUpdateRequest): Promise<FlagMessage> {
    const { flagKey, expectedVersion } = request;
    const now = new Date(this.clock());
    const changed = await this.flags.change(projectId, now, async (tx) => {
      const all = await this.flags.list(projectId, { tx });
      const flag = requireVersion(
        all.find(({ key }) => key === flagKey),
        expectedVersion,
      );
      const definition = changedDefinition(toDefinition(flag), request);
      checkAmong(
        definition,
        all.filter((other) => other !== flag).map(toDefinition),
        await this.membership.findCohortIds(projectId, tx),
      );
      const updated = await this.flags.update(flag, definition, now, tx);
      checkSize(await this.flags.definitionBytes(projectId, tx));
      return updated;
    });
    await this.#announce(projectId);
    return toMessage(changed);
  }

  async delete(projectId: string, { flagKey, expectedVersion }: FlagsDeleteRequest): Promise<void> {
    await this.flags.change(projectId, new Date(this.clock()), async (tx) => {
      const all = await this.flags.list(projectId, { tx });
      const flag = requireVersion(
        all.find(({ key }) => key === flagKey),
        expectedVersion,
      );
      checkUnused(flagKey, all.map(toDefinition));
      await this.flags.delete(flag, tx);
    });
    await this.#announce(projectId);
  }

  /** Evaluators reload immediately; one that misses the message reloads within half a second. */
  #announce(projectId: string): Promise<void> {
    return this.pubSub.publish(FLAGS_CHANGED_CHANNEL, projectId);
  }
}
