import { Inject, Injectable } from '@nestjs/common';
import { deadline } from '@svc/config';
import type { FlagSource, ProjectContext } from '@svc/contract';
import {
  EMPTY_CONTEXT,
  neededGroups,
  toStoredContext,
  type JointNeeds,
  type RequestedContext,
  type StoredContext,
} from '@svc/flags';
import type { Logger } from '@svc/observability';
import type { Client } from '@svc/rpc';
import { LOGGER } from '@svc/runtime';
import { BatchLoader } from './batch-loader.js';
import { FLAG_SOURCE } from './flag-source.js';

/** Limit of the wait for a read, and again of the read itself. */
const TIMEOUT_MS = deadline(1_500);

interface ContextKey {
  readonly requested: RequestedContext;
  readonly needs: JointNeeds;
}

/** Loads the stored part of evaluation contexts, for all concurrent requests of a project at once. */
@Injectable()
export class ContextLoader {
  readonly #batches: BatchLoader<ProjectContext, ContextKey, StoredContext>;

  constructor(
    @Inject(FLAG_SOURCE) private readonly source: Pick<Client<typeof FlagSource>, 'contexts'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#batches = new BatchLoader((project, keys) => this.#read(project, keys), TIMEOUT_MS);
  }

  /** Never rejects: properties that cannot be read are unknown. */
  load(project: ProjectContext, requested: RequestedContext, needs: JointNeeds): Promise<StoredContext> {
    return this.#batches.load(project, { requested, needs }).catch(() => EMPTY_CONTEXT);
  }

  #read(project: ProjectContext, keys: readonly ContextKey[]): Promise<(key: ContextKey) => StoredContext> {
    return this.#call(project, keys).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'stored properties unavailable; evaluating flags from the request only');
      throw error;
    });
  }

  async #call(project: ProjectContext, keys: readonly ContextKey[]): Promise<(key: ContextKey) => StoredContext> {
    const persons = indexed(keys.map(({ requested }) => requested.distinctId));
    const groups = indexed(keys.flatMap(({ requested, needs }) => neededGroups(requested, needs).map(groupName)));
    const answer = await this.source.contexts(
      {
        project,
        distinctIds: [...persons.keys()],
        groups: Array.from(groups.keys(), (name) => JSON.parse(name) as { type: string; key: string }),
        personProperties: union(keys, (needs) => needs.personProperties),
        groupProperties: union(keys, (needs) => needs.groupProperties),
        serverPersonProperties: union(keys, (needs) => needs.serverPersonProperties),
        serverGroupProperties: union(keys, (needs) => needs.serverGroupProperties),
        cohorts: union(keys, (needs) => needs.cohorts),
      },
      { timeoutMs: TIMEOUT_MS },
    );
    return ({ requested, needs }) =>
      toStoredContext(
        answer.persons[persons.get(requested.distinctId) ?? -1],
        neededGroups(requested, needs).map((group) => {
          return [group.type, answer.groups[groups.get(groupName(group)) ?? -1]] as const;
        }),
      );
  }
}

function groupName({ type, key }: { readonly type: string; readonly key: string }): string {
  return JSON.stringify({ type, key });
}

/** Each distinct name with its index. */
function indexed(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(names)].map((name, index) => [name, index]));
}

function union(keys: readonly ContextKey[], part: (needs: JointNeeds) => readonly string[]): string[] {
  return [...new Set([...new Set(keys.map(({ needs }) => needs))].flatMap(part))];
}
