import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, type Clock } from '@svc/runtime';
import { toServiceError } from '@svc/service-error';
import type { Responder } from '../timeline/responder.js';
import { Facts } from './facts.js';
import { SETTING_SCOPES, SettingChanges } from './setting-changes.js';

const MAX_CHANGES = 50;
/** Time before the start in which a change may have been the cause. */
const LEAD_MS = 3_600_000;

/** A list that the query service supplies. */
export interface Part<Item> {
  readonly items: Item[];
  readonly truncated: boolean;
  readonly error?: string;
}

/** Something that happened, and is still happening if its end is null. */
export interface Happening {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/**
 * Deploys and changes, including changes to settings, from one hour before the start to the end of an incident or
 * finding. Callers check the scopes.
 */
@Injectable()
export class ChangesNear {
  constructor(
    private readonly facts: Facts,
    private readonly settings: SettingChanges,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  deploys(happening: Happening, responder: Responder) {
    return this.part('deploys', async () => {
      const { deploys } = await this.facts.ask(responder, (client, options) =>
        client.deploys(this.#window(happening), options),
      );
      const items = deploys.map(({ release, deployedAt, author, commit }) => ({
        release,
        author,
        commit,
        ...(deployedAt && { deployedAt }),
      }));
      return cut(items);
    });
  }

  flagChanges(happening: Happening, responder: Responder) {
    return this.part('flags', async () => {
      const { flags } = await this.facts.ask(responder, (client, options) =>
        client.flagChanges(this.#window(happening), options),
      );
      const items = flags.map(({ key, isCreated, changedAt, active, version }) => ({
        key,
        active,
        version,
        change: isCreated ? 'created' : 'updated',
        ...(changedAt && { changedAt }),
      }));
      return cut(items);
    });
  }

  /** Changes to settings that the responder may see; undefined if the responder may see none. */
  async settingChanges(happening: Happening, responder: Responder) {
    if (!SETTING_SCOPES.some((scope) => responder.scopes.has(scope))) return undefined;
    const { startTime, endTime } = this.#window(happening);
    return this.part('settings', () =>
      this.settings.read(responder, timestampDate(startTime), timestampDate(endTime), MAX_CHANGES),
    );
  }

  /** A part that cannot be read does not hide what it belongs to. */
  async part<Item>(name: string, read: () => Promise<Part<Item>>): Promise<Part<Item>> {
    try {
      return await read();
    } catch (cause) {
      const error = toServiceError(cause);
      if (error.code === 'cancelled') throw error;
      this.logger.warn(
        { err: error, part: name },
        'could not read a part of the case file of an incident; omitting it',
      );
      return { items: [], truncated: false, error: `The ${name} cannot be read now: ${error.code}.` };
    }
  }

  #window({ startedAt, endedAt }: Happening) {
    return {
      startTime: timestampFromDate(new Date(startedAt.getTime() - LEAD_MS)),
      endTime: timestampFromDate(endedAt ?? new Date(this.clock())),
      limit: MAX_CHANGES + 1,
    };
  }
}

function cut<Item>(items: Item[]): Part<Item> {
  return { items: items.slice(0, MAX_CHANGES), truncated: items.length > MAX_CHANGES };
}
