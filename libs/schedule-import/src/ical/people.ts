import { unescaped, type Component, type Property } from './lines.js';

const ADDRESS = /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+\.[^\s<>()[\],;:".]+/g;
const LEVEL = /\[\s*L(\d)\s*\]/i;
const PREFIX = /^on[- ]?call\s*[-:–]+\s*/i;

/** Characters of a name in which people are looked for. */
const MAX_NAME = 500;

/** The people of an event, and the precedence that Grafana OnCall writes into its name, such as [L2]. */
export interface EventPeople {
  readonly people: readonly string[];
  readonly level: number;
}

/** The e-mail addresses in the name of an event; those of its attendees; or the name itself. */
export function peopleOf(event: Component): EventPeople {
  const value = event.properties.find(({ name }) => name === 'SUMMARY')?.value ?? '';
  const summary = unescaped(value).slice(0, MAX_NAME);
  const level = Number(LEVEL.exec(summary)?.[1] ?? '0');
  const named = summary.match(ADDRESS) ?? [];
  const attending = event.properties.filter(({ name }) => name === 'ATTENDEE').flatMap(addressOf);
  const name = summary.replace(LEVEL, '').trim().replace(PREFIX, '').trim();
  const people = [named, attending, name === '' ? [] : [name]].find(({ length }) => length > 0) ?? [];
  return { people: [...new Set(people)], level };
}

function addressOf({ value, parameters }: Property): string[] {
  if (parameters.get('PARTSTAT') === 'DECLINED' || parameters.get('CUTYPE') === 'RESOURCE') return [];
  const address = value.replace(/^mailto:/i, '').trim();
  return address.includes('@') ? [address] : [];
}
