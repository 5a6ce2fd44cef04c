import { create, openProject } from '../flags/flag.js';
import { makePublishableKey } from './publishable-key.js';

/** One evaluation through the SDK of a language, with the default of the calling code. */
export interface Question {
  readonly flag: string;
  readonly type: 'boolean' | 'string' | 'integer' | 'float' | 'object';
  readonly fallback: unknown;
}

/** The answer of the SDK, which is the same in every language. */
export interface Answer {
  readonly value: unknown;
  readonly variant: string;
  /** Empty if nothing went wrong. */
  readonly error: string;
}

export interface Case extends Question {
  readonly value: unknown;
  readonly variant: string;
  readonly reason: string;
}

const everybody = { groups: [{ conditions: [] }] };
const nobody = { groups: [] };
const off = { filters: nobody };
const one = (payload: unknown) => [{ key: 'only', weight: 100, payload }];
const onOff = [
  { key: 'on', weight: 100, payload: true },
  { key: 'off', weight: 0, payload: false },
];
const colors = [
  { key: 'red', weight: 100 },
  { key: 'blue', weight: 0 },
];

/**
 * Flags by name; the default in the code never equals the value of the flag, so a provider that falls back to it is
 * detected.
 */
const FLAGS: Readonly<Record<string, readonly [definition: object, expected: Omit<Case, 'flag'>]>> = {
  'bool-on': [{ filters: everybody }, flagIs('boolean', false, true, 'on', 'TARGETING_MATCH')],
  'bool-off': [off, flagIs('boolean', true, false, 'off', 'DEFAULT')],
  'bool-inactive': [{ active: false, filters: everybody }, flagIs('boolean', true, false, 'off', 'STATIC')],
  'text-on': [{ variants: one('hello'), filters: everybody }, flagIs('string', '', 'hello', 'only', 'TARGETING_MATCH')],
  'text-off': [{ variants: one('hello'), ...off }, flagIs('string', 'code', '', 'off', 'DEFAULT')],
  'color-on': [{ variants: colors, filters: everybody }, flagIs('string', 'code', 'red', 'red', 'SPLIT')],
  'color-off': [{ variants: colors, ...off }, flagIs('string', 'code', '', 'off', 'DEFAULT')],
  'color-default': [
    { variants: colors, default_variant: 'blue', ...off },
    flagIs('string', 'code', 'blue', 'blue', 'DEFAULT'),
  ],
  'integer-on': [{ variants: one(5), filters: everybody }, flagIs('integer', 7, 5, 'only', 'TARGETING_MATCH')],
  'integer-off': [{ variants: one(5), ...off }, flagIs('integer', 7, 0, 'off', 'DEFAULT')],
  'float-on': [{ variants: one(4.5), filters: everybody }, flagIs('float', 7.5, 4.5, 'only', 'TARGETING_MATCH')],
  'float-off': [{ variants: one(4.5), ...off }, flagIs('float', 7.5, 0, 'off', 'DEFAULT')],
  'object-on': [
    { variants: one({ a: [1] }), filters: everybody },
    flagIs('object', { b: 1 }, { a: [1] }, 'only', 'TARGETING_MATCH'),
  ],
  'object-off': [{ variants: one({ a: [1] }), ...off }, flagIs('object', { b: 1 }, {}, 'off', 'DEFAULT')],
  'switch-inactive': [
    { active: false, variants: onOff, filters: everybody },
    flagIs('boolean', true, false, 'off', 'STATIC'),
  ],
};

function flagIs(
  type: Case['type'],
  fallback: unknown,
  value: unknown,
  variant: string,
  reason: string,
): Omit<Case, 'flag'> {
  return { type, fallback, value, variant, reason };
}

export const CASES: readonly Case[] = Object.entries(FLAGS).map(([flag, [, expected]]) => ({ flag, ...expected }));

export const QUESTIONS: readonly Question[] = CASES.map(({ flag, type, fallback }) => ({ flag, type, fallback }));

export const EXPECTED: readonly Answer[] = CASES.map(({ value, variant }) => ({ value, variant, error: '' }));

export interface OpenFeatureScene {
  readonly project: string;
  readonly secretKey: string;
  readonly publishableKey: string;
}

/** A project with the flags of all cases, and keys of both kinds. */
export async function openFeatureScene(): Promise<OpenFeatureScene> {
  const scene = await openProject();
  for (const [key, [definition]] of Object.entries(FLAGS)) await create(scene, { key, ...definition });
  const publishableKey = await makePublishableKey(scene.project, ['flags:evaluate']);
  return { project: scene.project, secretKey: scene.key, publishableKey };
}
