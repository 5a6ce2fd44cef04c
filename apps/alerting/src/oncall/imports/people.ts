import type { FoundMember } from '@svc/directory';
import type { ImportedPerson } from '@svc/schedule-import';
import { invalidField, ServiceError, type ErrorDetail } from '@svc/service-error';

/** A person of a document and the member who is on duty instead. */
export interface Mapping {
  readonly person: string;
  /** ID or e-mail address of a member. */
  readonly user: string;
}

/** A person of a document, and the member, if one was found. */
export interface MatchedPerson extends ImportedPerson {
  readonly member?: FoundMember;
  readonly matchedBy: 'mapping' | 'email' | 'name' | 'ambiguous' | 'none';
}

/** Places that an error names. */
const MAX_PLACES = 50;

/**
 * Finds the member of each person: by the mapping, the e-mail address, or the name if one member only has it.
 *
 * @param members those whose address, name or ID is one of the texts.
 * @throws ServiceError invalid_request for a mapping to no member, or of a person whom the document does not have.
 */
export function matchPeople(
  people: readonly ImportedPerson[],
  mappings: readonly Mapping[],
  members: readonly FoundMember[],
): MatchedPerson[] {
  const byId = new Map(members.map((member) => [member.userId, member]));
  const byEmail = new Map(members.map((member) => [member.email, member]));
  const byName = Map.groupBy(members, ({ name }) => name);
  const known = new Set(people.map(({ person }) => person));
  const mapped = new Map<string, FoundMember>();
  for (const [index, { person, user }] of mappings.entries()) {
    if (!known.has(person)) throw invalidField(`people[${index}].person`, 'must be a person of the document');
    const member = byId.get(user) ?? byEmail.get(user.toLowerCase());
    if (!member) throw invalidField(`people[${index}].user`, 'must be the ID or e-mail address of a member');
    mapped.set(person, member);
  }
  return people.map((person): MatchedPerson => {
    const own = mapped.get(person.person);
    if (own) return { ...person, member: own, matchedBy: 'mapping' };
    const addressed = byEmail.get(person.person.toLowerCase());
    if (addressed) return { ...person, member: addressed, matchedBy: 'email' };
    const [named, ...others] = byName.get(person.person) ?? [];
    if (!named) return { ...person, matchedBy: 'none' };
    return others.length > 0 ? { ...person, matchedBy: 'ambiguous' } : { ...person, member: named, matchedBy: 'name' };
  });
}

/** The refusal of people who match no member, by their places in the document. */
export function unmatched(people: readonly MatchedPerson[]): ServiceError {
  const places = Map.groupBy(people, ({ path, line, matchedBy }) =>
    JSON.stringify([line === undefined ? path || 'document' : `line ${line}`, matchedBy]),
  );
  const details = [...places].map(([key, { length }]): ErrorDetail => {
    const [path, matchedBy] = JSON.parse(key) as [string, MatchedPerson['matchedBy']];
    const who = length === 1 ? 'a person' : `${length} people`;
    const why = matchedBy === 'ambiguous' ? 'whose name several members have' : 'who match no member';
    return { path, reason: `names ${who} ${length === 1 ? why.replace('match ', 'matches ') : why}` };
  });
  const named = details.slice(0, MAX_PLACES);
  return new ServiceError('invalid_request', {
    message: `${named.map(({ path, reason }) => `${path}: ${reason}`).join('; ')}. A dry run lists them: map them to members, or leave them out.`,
    details: named,
  });
}
