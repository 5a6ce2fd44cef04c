import type { SettingsConfigSetRequest } from '../../gen/api.js';

export type EntryType = SettingsConfigSetRequest['config_type'];

export interface ServiceOption {
  readonly key: string;
  readonly type: EntryType;
  /** Says what it changes. */
  readonly effect: string;
  /** Says what holds while there is no such entry. */
  readonly unset: string;
  /** Says what its value consists of. */
  readonly hint: string;
}

/** The entries that the service itself reads; all others are for programs of the project. */
export const OPTIONS: readonly ServiceOption[] = [
  {
    key: 'otlp.redaction',
    type: 'boolean',
    effect:
      'Replaces personal data and credentials in logs, spans and attributes by [REDACTED] before they are stored.',
    unset: 'off',
    hint: 'True replaces them in what arrives later than five seconds after saving. What is stored already stays as it is.',
  },
  {
    key: 'replay',
    type: 'json',
    effect: 'Thresholds of rage clicks, and what session recordings keep of addresses, inputs, canvases and assets.',
    unset: 'defaults',
    hint:
      'An object with any of rage (clicks, gap_ms, px), query_names, unmasked_fields, canvas and asset_origins. What is left out has its' +
      ' default. It applies to recordings that arrive later than five seconds after saving.',
  },
];

export function findOption(key: string): ServiceOption | undefined {
  return OPTIONS.find((option) => option.key === key.trim());
}
