import { Injectable } from '@nestjs/common';
import { personId } from '@svc/persons';
import type { ProjectReader } from '@svc/reading/project-reader';
import { ServiceError } from '@svc/service-error';
import {
  EMAILS,
  GroupsRepository,
  PersonDirectory,
  PropertiesRepository,
  type Properties,
} from '../../../customers/index.js';
import { MAX_MATCHES, pathOf, toTitle, type Match } from '../kinds.js';
import type { Finder } from './finder.js';

/** Properties that hold a name, the best first. */
const NAMES = ['name', '$name', 'full_name', 'username', ...EMAILS];

type FoundPerson = Awaited<ReturnType<PersonDirectory['find']>>;

/** Finds persons and accounts. */
@Injectable()
export class CustomerFinders {
  constructor(
    private readonly directory: PersonDirectory,
    private readonly properties: PropertiesRepository,
    private readonly groups: GroupsRepository,
  ) {}

  readonly person: Finder = async ({ id }, reader) => {
    const { projectId } = reader.scope;
    const [named, addressed] = await Promise.all([this.#named(id, reader), this.#addressed(id, reader)]);
    const others = addressed.persons.filter(({ canonical }) => canonical !== named?.canonical);
    const persons = [...(named ? [named] : []), ...others];
    const idsByPerson = new Map(persons.map((person) => [person.canonical, person.ids]));
    const properties = await this.properties.readProperties(idsByPerson, reader, NAMES);
    const matches = persons.flatMap(({ canonical, firstSeen, ids }): Match[] => {
      const own = properties.get(canonical);
      const isNamed = canonical === named?.canonical;
      if (!isNamed && !isAmong(texts(own, EMAILS), id)) return [];
      const person = personId(projectId, canonical);
      const matchedBy = !isNamed ? 'email' : ids.includes(id) ? 'distinct_id' : 'id';
      const title = toTitle(texts(own, NAMES)[0] ?? canonical);
      return [{ type: 'person', id: person, title, matchedBy, time: firstSeen, path: pathOf`/persons/${person}` }];
    });
    const isTruncated = matches.length > MAX_MATCHES || !addressed.isComplete;
    return { found: matches.slice(0, MAX_MATCHES), isTruncated };
  };

  readonly account: Finder = async ({ id, within }, reader) => {
    const accounts =
      within === undefined
        ? await this.groups.findByKey(id, MAX_MATCHES + 1, reader)
        : [await this.groups.find(within, id, reader)].filter((account) => account !== undefined);
    const matches = accounts.map(({ type, account, first, properties }): Match => {
      const title = toTitle(texts(properties, NAMES)[0] ?? account);
      const path = pathOf`/groups/${type}/${account}`;
      return { type: 'account', id: account, title, matchedBy: 'key', time: BigInt(first), path };
    });
    return { found: matches.slice(0, MAX_MATCHES), isTruncated: matches.length > MAX_MATCHES };
  };

  async #named(reference: string, reader: ProjectReader): Promise<FoundPerson | undefined> {
    try {
      return await this.directory.find(reference, reader);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** Persons who had this e-mail address, if it is one. */
  async #addressed(text: string, reader: ProjectReader) {
    const isAddress = /^\S+@\S+$/.test(text);
    return isAddress ? this.directory.findByEmail(text, reader) : { persons: [], isComplete: true };
  }
}

const isAmong = (addresses: readonly string[], one: string): boolean =>
  addresses.some((address) => address.toLowerCase() === one.toLowerCase());

/** Values of properties that are texts. */
function texts(properties: Properties | undefined, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const json = properties?.get(name);
    const value: unknown = json === undefined ? undefined : JSON.parse(json);
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  });
}
