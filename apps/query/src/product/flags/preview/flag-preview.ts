import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { FlagsPreviewUnsavedRequest } from '@svc/contract';
import {
  compileFlag,
  Evaluator,
  explain,
  jointNeeds,
  MAX_EXPLAINED,
  referencedKeys,
  toEvaluationContext,
  toStoredContext,
  type CompiledFlag,
  type FlagDefinition,
} from '@svc/flags';
import type { ProjectReader } from '@svc/reading/project-reader';
import { CLOCK, EventLoopYielder, type Clock } from '@svc/runtime';
import { invalidField, ServiceError } from '@svc/service-error';
import { PersonDirectory } from '../../../customers/index.js';
import { CohortMembership } from '../../cohorts/cohort-membership.js';
import { toDefinition } from '../flag.message.js';
import { checkAmong, newDefinition } from '../flag.rules.js';
import { FlagsRepository } from '../flags.repository.js';
import { StoredContextsService } from '../source/stored-contexts.service.js';
import { toPreview, type Preview, type PreviewedPerson } from './preview.message.js';

const SAMPLE = 20;

/** The evaluation of a definition that is not saved, for persons as they are stored. */
@Injectable()
export class FlagPreview {
  constructor(
    private readonly flags: FlagsRepository,
    private readonly persons: PersonDirectory,
    private readonly membership: CohortMembership,
    private readonly contexts: StoredContextsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError invalid_request for a definition that could not be saved; permission_denied without persons:read. */
  async read(request: FlagsPreviewUnsavedRequest, scopes: readonly string[], reader: ProjectReader): Promise<Preview> {
    if (!scopes.includes('persons:read')) {
      throw new ServiceError('permission_denied', { message: 'A preview of persons requires the scope persons:read.' });
    }
    const turns = new EventLoopYielder(1);
    const { flag, set } = await this.#compile(request, reader.scope.projectId, turns);
    const distinctIds = await this.#sample(request, reader);
    checkExplainable(request, flag, distinctIds.length);
    const nowMs = this.clock();
    const evaluatorOf = await this.#contexts(request, { set, distinctIds, nowMs }, reader);
    const persons: PreviewedPerson[] = [];
    for (const [index, distinctId] of distinctIds.entries()) {
      // The properties of one person may be a megabyte.
      const { personId, evaluator } = evaluatorOf(distinctId, index);
      if (turns.isDue()) await turns.yield();
      const evaluation = await evaluator.evaluateInTurns(flag, turns);
      const explanation = request.explain ? await explain(flag, evaluator, turns) : undefined;
      persons.push({ distinctId, personId, evaluation, explanation });
    }
    return { ...toPreview(flag.definition, persons), evaluatedAt: timestampFromMs(nowMs) };
  }

  /** The flag, and the set of all saved flags in which it replaces the one with its key. */
  async #compile(request: FlagsPreviewUnsavedRequest, projectId: string, turns: EventLoopYielder) {
    const definition = newDefinition(request);
    const others = await this.flags.readConsistently(async (tx) => {
      const saved = (await this.flags.list(projectId, { tx })).map(toDefinition);
      const rest = saved.filter(({ key }) => key !== definition.key);
      checkAmong(definition, rest, await this.membership.findCohortIds(projectId, tx));
      return rest;
    });
    const flag = compileFlag(definition);
    const set = new Map<string, CompiledFlag>([[definition.key, flag]]);
    for (const other of needed(definition, others)) {
      set.set(other.key, compileFlag(other));
      if (turns.isDue()) await turns.yield();
    }
    return { flag, set };
  }

  async #sample({ distinctIds, sampleLimit = SAMPLE }: FlagsPreviewUnsavedRequest, reader: ProjectReader) {
    if (distinctIds.length > 0) return [...new Set(distinctIds)];
    const { persons } = await this.persons.search({ search: '', after: undefined }, sampleLimit, reader);
    return persons.map(({ canonical }) => canonical);
  }

  async #contexts({ groups }: FlagsPreviewUnsavedRequest, { set, distinctIds, nowMs }: Asked, reader: ProjectReader) {
    const { groupTypes, ...needs } = jointNeeds([...set.values()]);
    const named = Object.entries(groups)
      .filter(([type]) => groupTypes.has(type))
      .map(([type, key]) => ({ type, key }));
    const stored = await this.contexts.load({ distinctIds, groups: named, ...needs }, reader.scope, reader);
    const ofGroups = named.map(({ type }, index) => [type, stored.groups[index]] as const);
    return (distinctId: string, index: number) => {
      const context = toStoredContext(stored.persons[index], ofGroups);
      const requested = { distinctId, groups, personProperties: {}, groupProperties: {}, nowMs };
      const evaluator = new Evaluator(set, toEvaluationContext(requested, context));
      return { personId: context.personId ?? '', evaluator };
    };
  }
}

interface Asked {
  readonly set: ReadonlyMap<string, CompiledFlag>;
  readonly distinctIds: readonly string[];
  readonly nowMs: number;
}

function checkExplainable({ explain: isAsked }: FlagsPreviewUnsavedRequest, { groups }: CompiledFlag, persons: number) {
  const conditions = groups.reduce((sum, group) => sum + group.conditions.length, 0);
  if (!isAsked || conditions * persons <= MAX_EXPLAINED) return;
  throw invalidField(
    'explain',
    `is possible for at most ${MAX_EXPLAINED} conditions: name fewer persons in distinct_ids`,
  );
}

/** The saved flags on which a flag depends, through others, too. */
function needed(definition: FlagDefinition, others: readonly FlagDefinition[]): FlagDefinition[] {
  const byKey = new Map(others.map((other) => [other.key, other]));
  const found = new Set<FlagDefinition>();
  const waiting = [definition];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const key of referencedKeys(next, 'flag')) {
      const other = byKey.get(key);
      if (!other || found.has(other)) continue;
      found.add(other);
      waiting.push(other);
    }
  }
  return [...found];
}
