import type { Channel, ChannelsUpdateRequest } from '../../gen/api.js';
import { findZone } from '../../time/zone.js';
import { readConfig, type SchemaField } from './schema-fields.js';

/** The text that reads contain in place of a secret. */
const HIDDEN = '********';

/** A channel as the form that changes it shows it. Secrets are empty unless they are replaced. */
export interface ChannelDraft {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly zone: string;
  /** Separated by spaces or commas. */
  readonly events: string;
  /** Texts of the fields of the configuration, by their names. */
  readonly values: Readonly<Record<string, string>>;
  /** Stored secrets that are to be removed. */
  readonly removed: readonly string[];
}

export function toChannelDraft(channel: Channel, fields: readonly SchemaField[]): ChannelDraft {
  const { name, enabled, time_zone: zone, events, config = {} } = channel;
  const values = fields.filter(({ isSecret }) => !isSecret).map((each) => [each.name, toText(config[each.name])]);
  return {
    name,
    isEnabled: enabled,
    zone,
    events: events.join(', '),
    values: Object.fromEntries(values) as Record<string, string>,
    removed: [],
  };
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a secret of the channel is stored. */
export function isStored({ config = {} }: Channel, name: string): boolean {
  return config[name] === HIDDEN;
}

/** The fields for a form that changes the channel: what is stored need not be typed again. */
export function toEditFields(channel: Channel, fields: readonly SchemaField[]): readonly SchemaField[] {
  return fields.map((field) =>
    field.isSecret && isStored(channel, field.name)
      ? { ...field, isRequired: false, hint: `One is stored. Leave it empty to keep it. ${field.hint}`.trim() }
      : field,
  );
}

interface ChannelChange {
  readonly body: ChannelsUpdateRequest;
  readonly faults: ReadonlyMap<string, string>;
  readonly missing: readonly string[];
}

/** The change from the stored channel to the draft. A stored secret is never sent back. */
export function toChannelChange(
  channel: Channel,
  fields: readonly SchemaField[],
  draft: ChannelDraft,
  version: number | undefined,
): ChannelChange {
  const before = toChannelDraft(channel, fields);
  const values = new Map(Object.entries(draft.values).filter(([name]) => !draft.removed.includes(name)));
  const { config, faults: configFaults, missing } = readConfig(toEditFields(channel, fields), values);
  const faults = new Map(configFaults);
  const zone = draft.zone.trim() === '' ? 'UTC' : findZone(draft.zone.trim());
  const events = draft.events.split(/[\s,]+/).filter((event) => event !== '');
  if (zone === undefined) faults.set('time_zone', 'There is no such zone. It has a name such as Europe/Berlin.');
  if (events.some((event) => !/^[a-z_]+\.(\*|[a-z_]+)$/.test(event)))
    faults.set('events', 'Events have names such as issue.new, or issue.* for all of a family.');
  const isOther = JSON.stringify([draft.values, draft.removed]) !== JSON.stringify([before.values, []]);
  const body = {
    ...(draft.name.trim() !== before.name && { name: draft.name.trim() }),
    ...(draft.isEnabled !== before.isEnabled && { enabled: draft.isEnabled }),
    ...(zone !== undefined && zone !== before.zone && { time_zone: zone }),
    ...(events.join(', ') !== before.events && { events: { values: events } }),
    ...(isOther && { config: { ...config, ...Object.fromEntries(draft.removed.map((name) => [name, null])) } }),
    ...(version !== undefined && { expected_version: version }),
  };
  return { body, faults, missing };
}

/** The values of a draft that may be shown in a comparison, which secrets may not. */
export function toComparable(draft: ChannelDraft, fields: readonly SchemaField[]): Readonly<Record<string, string>> {
  return Object.fromEntries([
    ['Name', draft.name],
    ['Used', draft.isEnabled ? 'yes' : 'no'],
    ['Time zone', draft.zone],
    ['Events', draft.events],
    ...fields.filter(({ isSecret }) => !isSecret).map(({ name, label }) => [label, draft.values[name] ?? '']),
  ]) as Record<string, string>;
}
