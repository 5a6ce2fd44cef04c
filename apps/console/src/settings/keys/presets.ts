import type { GrantableScope } from '../../gen/api.js';

/** The scopes that a publishable key can have, which stands in the source of a web page. */
const PUBLISHABLE: ReadonlySet<string> = new Set(['analytics:write', 'flags:evaluate', 'telemetry:write']);

export const PRESETS = [
  { value: 'send', label: 'Send data' },
  { value: 'read', label: 'Read' },
  { value: 'evaluate', label: 'Evaluate flags' },
  { value: 'none', label: 'Nothing' },
] as const;

export type Preset = (typeof PRESETS)[number]['value'];

/** The scopes of a preset, as far as the user can grant them. */
export function scopesOf(preset: Preset, grantable: readonly GrantableScope[]): readonly string[] {
  const held = grantable.filter((scope) => scope.held).map(({ name }) => name);
  if (preset === 'send') return held.filter((name) => name === 'analytics:write' || name === 'telemetry:write');
  if (preset === 'evaluate') return held.filter((name) => name === 'flags:evaluate');
  return preset === 'read' ? held.filter((name) => name.endsWith(':read')) : [];
}

/** Why a scope cannot be chosen; undefined if it can. */
export function refuseScope({ name, held }: GrantableScope, publishable: boolean): string | undefined {
  if (!held) return 'You do not have this scope yourself.';
  return publishable && !PUBLISHABLE.has(name)
    ? 'A publishable key cannot have it: everyone can read such a key.'
    : undefined;
}

/** Origins as they are typed, with spaces or commas between them. */
export function readOrigins(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((origin) => origin !== '');
}
