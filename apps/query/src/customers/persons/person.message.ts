import type { MessageInitShape } from '@bufbuild/protobuf';
import type { JsonObject, PersonSchema } from '@svc/contract';
import { personId } from '@svc/persons';
import { toTimestamp } from '@svc/reading/time';
import type { FoundPerson } from './directory/directory.js';
import type { Properties } from './properties.repository.js';

export function toPersonMessage(
  projectId: string,
  person: FoundPerson,
  properties: Properties | undefined,
): MessageInitShape<typeof PersonSchema> {
  return {
    id: personId(projectId, person.canonical),
    distinctId: person.canonical,
    distinctIds: [...person.ids],
    isIdentified: person.isIdentified,
    properties: toJsonObject(properties),
    firstSeen: toTimestamp(person.firstSeen),
    lastSeen: toTimestamp(person.lastSeen),
  };
}

/** Names are the client's own: a member called `__proto__` is treated like any other. */
export function toJsonObject(properties: Properties = new Map()): JsonObject {
  return Object.fromEntries([...properties].map(([name, json]) => [name, JSON.parse(json) as JsonObject[string]]));
}
