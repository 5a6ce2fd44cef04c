import type { MeUpdateRequest, User } from '../../gen/api.js';
import { findZone } from '../../time/zone.js';

interface Profile {
  readonly name: string;
  /** Empty for that of the browser. */
  readonly zone: string;
}

interface ProfileChange {
  /** Only what differs; undefined if nothing does. */
  readonly body: MeUpdateRequest | undefined;
  /** Why a field is not valid, by its name. */
  readonly faults: ReadonlyMap<string, string>;
}

/** The change from the profile that is stored to the one that a form shows. */
export function toProfileChange(user: Pick<User, 'name' | 'time_zone'>, { name, zone }: Profile): ProfileChange {
  const faults = new Map<string, string>();
  const [nextName, typed] = [name.trim(), zone.trim()];
  const nextZone = typed === '' ? '' : findZone(typed);
  if (nextName === '') faults.set('name', 'Type a name.');
  if (nextZone === undefined) faults.set('time_zone', 'There is no such zone. It has a name such as Europe/Berlin.');
  if (nextZone === undefined || nextName === '') return { body: undefined, faults };
  const body = {
    ...(nextName !== user.name && { name: nextName }),
    ...(nextZone !== (user.time_zone ?? '') && { time_zone: nextZone }),
  };
  return { body: Object.keys(body).length === 0 ? undefined : body, faults };
}
