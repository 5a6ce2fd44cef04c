import type { FlagSource, FlagSourceAskersResponse, ProjectContext } from '@svc/contract';
import type { EvaluationContext, Json, PropertySource } from '@svc/flags';
import type { Logger } from '@svc/observability';
import type { Client } from '@svc/rpc';
import { Gathered } from './gathered.js';
import type { JointNeeds } from './needs.js';

type Properties = Readonly<Record<string, Json>>;

/** Who asks, as far as the request says. */
export interface Asker {
  readonly distinctId: string;
  readonly anonDistinctId?: string | undefined;
  readonly groups: Readonly<Record<string, string>>;
  readonly personProperties: Properties;
  readonly groupProperties: Readonly<Record<string, Properties>>;
  readonly nowMs: number;
}

/** What is stored of an asker; undefined where it cannot be read. */
export interface StoredAsker {
  readonly personId?: string | undefined;
  readonly personProperties?: Properties | undefined;
  /** By group type; absent where no flag looks at it. */
  readonly groupProperties: Readonly<Record<string, Properties | undefined>>;
  readonly memberships?: Readonly<Record<string, boolean>> | undefined;
}

/** What is known before anything is read. */
export const NOTHING_STORED: StoredAsker = { groupProperties: {} };

/** An evaluation waits no longer for what is stored to be asked for, and no longer for the answer. */
const PATIENCE_MS = 1_500;

interface Asked {
  readonly asker: Asker;
  readonly needs: JointNeeds;
}

/** Reads what is stored of those who ask: of all who ask at a time at once. */
export class Askers {
  readonly #gathered: Gathered<ProjectContext, Asked, StoredAsker>;

  constructor(
    private readonly source: Client<typeof FlagSource>,
    private readonly logger: Logger,
  ) {
    this.#gathered = new Gathered((project, asked) => this.#read(project, asked), PATIENCE_MS);
  }

  /** Never rejects: what cannot be read is unknown. */
  find(project: ProjectContext, asker: Asker, needs: JointNeeds): Promise<StoredAsker> {
    return this.#gathered.get(project, { asker, needs }).catch(() => NOTHING_STORED);
  }

  #read(project: ProjectContext, asked: readonly Asked[]): Promise<(asked: Asked) => StoredAsker> {
    return this.#ask(project, asked).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'flags are decided without what is stored of those who ask');
      throw error;
    });
  }

  async #ask(project: ProjectContext, asked: readonly Asked[]): Promise<(asked: Asked) => StoredAsker> {
    const persons = placed(asked.map(({ asker }) => asker.distinctId));
    const groups = placed(asked.flatMap(({ asker, needs }) => groupsOf(asker, needs).map(nameOf)));
    const answer = await this.source.askers(
      {
        project,
        distinctIds: [...persons.keys()],
        groups: Array.from(groups.keys(), (name) => JSON.parse(name) as { type: string; key: string }),
        personProperties: together(asked, (needs) => needs.personProperties),
        groupProperties: together(asked, (needs) => needs.groupProperties),
        cohorts: together(asked, (needs) => needs.cohorts),
      },
      { timeoutMs: PATIENCE_MS },
    );
    return ({ asker, needs }) =>
      storedOf(answer, persons.get(asker.distinctId), () => {
        const own = groupsOf(asker, needs).map((group) => {
          const found = answer.groups[groups.get(nameOf(group)) ?? -1];
          return [group.type, found && parsed(found.properties)] as const;
        });
        return Object.fromEntries(own);
      });
  }
}

function storedOf(
  { persons }: FlagSourceAskersResponse,
  place: number | undefined,
  groupProperties: () => StoredAsker['groupProperties'],
): StoredAsker {
  const person = persons[place ?? -1];
  return {
    personId: person?.personId,
    personProperties: person && parsed(person.properties),
    groupProperties: groupProperties(),
    memberships: person?.memberships,
  };
}

/** The groups of an asker that flags look at. */
function groupsOf({ groups }: Asker, { groupTypes }: JointNeeds) {
  return Object.entries(groups)
    .filter(([type]) => groupTypes.has(type))
    .map(([type, key]) => ({ type, key }));
}

function nameOf({ type, key }: { readonly type: string; readonly key: string }): string {
  return JSON.stringify({ type, key });
}

/** Each once, with its place. */
function placed(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(names)].map((name, index) => [name, index]));
}

function together(asked: readonly Asked[], part: (needs: JointNeeds) => readonly string[]): string[] {
  return [...new Set([...new Set(asked.map(({ needs }) => needs))].flatMap(part))];
}

/** What flags are evaluated by: what the request says goes before what is stored. */
export function contextOf(asker: Asker, stored: StoredAsker): EvaluationContext {
  const { personId, personProperties, groupProperties, memberships } = stored;
  const groups = Object.keys(asker.groups).map((type): [string, PropertySource] => {
    const own = Object.hasOwn(asker.groupProperties, type) ? asker.groupProperties[type] : undefined;
    const known = Object.hasOwn(groupProperties, type) ? groupProperties[type] : undefined;
    return [type, merged(known, own ?? {})];
  });
  return {
    distinctId: asker.distinctId,
    anonDistinctId: asker.anonDistinctId,
    personId,
    nowMs: asker.nowMs,
    groups: asker.groups,
    personProperties: merged(personProperties, asker.personProperties),
    groupProperties: Object.fromEntries(groups),
    isCohortMember: (id) => memberships?.[id],
  };
}

function merged(stored: Properties | undefined, supplied: Properties): PropertySource {
  return stored ? { values: { ...stored, ...supplied }, isComplete: true } : { values: supplied, isComplete: false };
}

function parsed(json: string): Properties {
  return JSON.parse(json) as Properties;
}
