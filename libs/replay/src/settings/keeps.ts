import { DEFAULT_REPLAY_SETTINGS, type RedactionSettings } from './settings.js';

/** What is kept although it would be replaced or removed without the settings of the project. */
export interface Keeps {
  readonly queryNames: ReadonlySet<string>;
  readonly unmaskedFields: ReadonlySet<string>;
  readonly canvas: boolean;
}

export const toKeeps = ({ queryNames, unmaskedFields, canvas }: RedactionSettings): Keeps => ({
  queryNames: new Set(queryNames),
  unmaskedFields: new Set(unmaskedFields),
  canvas,
});

export const KEEPS_NOTHING: Keeps = toKeeps(DEFAULT_REPLAY_SETTINGS);
