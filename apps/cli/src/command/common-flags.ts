import { isRest, type Command } from './command.js';
import type { Flag } from './flag.js';

/** The flags of every command. */
export const GLOBAL_FLAGS = [
  {
    name: 'api-key',
    kind: 'string',
    format: 'not_empty',
    env: 'SVC_API_KEY',
    description: 'API key for headless authentication',
  },
  {
    name: 'api-url',
    kind: 'string',
    format: 'not_empty',
    env: 'SVC_API_URL',
    description: 'API base address, with or without /api/v1',
  },
  {
    name: 'ingest-url',
    kind: 'string',
    format: 'not_empty',
    env: 'SVC_INGEST_URL',
    description: 'ingestion base address',
  },
  { name: 'no-color', kind: 'bool', default: false, description: 'print without colors' },
  {
    name: 'output',
    short: 'o',
    kind: 'string',
    choices: ['table', 'json'],
    description: 'table or json; table on a terminal, json otherwise',
  },
  {
    name: 'profile',
    kind: 'string',
    format: 'not_empty',
    env: 'SVC_PROFILE',
    description: 'configuration profile',
  },
  {
    name: 'project',
    kind: 'string',
    format: 'not_empty',
    env: 'SVC_PROJECT',
    description: 'project id scope',
  },
] as const satisfies readonly Flag[];

/**
 * Returns every flag of a command except the global ones, sorted by name: its own flags, the flags of a body, and the
 * confirmation.
 */
export function commandFlags(command: Command): readonly Flag[] {
  const own: readonly Flag[] = command.flags ?? [];
  if (!isRest(command)) return own;
  const added = [...(command.body === undefined ? [] : BODY_FLAGS), ...(command.destructive ? [YES] : [])];
  return [...own, ...added].sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const YES: Flag = {
  name: 'yes',
  kind: 'bool',
  default: false,
  required: true,
  description: 'confirm; without it the command fails and makes no changes',
};

const BODY_FLAGS: readonly Flag[] = [
  {
    name: 'file',
    kind: 'string',
    format: 'not_empty',
    description: 'file with the JSON body, or - for standard input',
  },
  { name: 'json', kind: 'string', description: 'JSON body' },
];

/**
 * Creates `--since` and `--until` as the bounds of the request. The service's default for an absent `start_time` must be `since`
 * before the upper bound.
 */
export function windowFlags(since: string): readonly [Flag<'start_time'>, Flag<'end_time'>] {
  return [
    {
      name: 'since',
      kind: 'string',
      format: 'bound',
      default: since,
      defaultIsServers: true,
      sends: 'start_time',
      description: 'start of the window: a duration back from now (30m, 6h, 7d) or an RFC 3339 timestamp',
    },
    {
      name: 'until',
      kind: 'string',
      format: 'bound',
      sends: 'end_time',
      description: 'end of the window, as --since; now by default',
    },
  ];
}

export const CURSOR: Flag<'cursor'> = {
  name: 'cursor',
  kind: 'string',
  format: 'not_empty',
  sends: 'cursor',
  description: 'next_cursor of the previous page; repeat all other flags unchanged',
};

export const ENVIRONMENT: Flag<'environment'> = {
  name: 'env',
  kind: 'string',
  sends: 'environment',
  description: 'deployment environment',
};

export const SERVICE: Flag<'service'> = {
  name: 'service',
  kind: 'string',
  sends: 'service',
  description: 'service name',
};

export const DISTINCT_ID: Flag<'distinct_id'> = {
  name: 'distinct-id',
  kind: 'string',
  sends: 'distinct_id',
  description: 'distinct ID of the person',
};

export const EXPECTED_VERSION: Flag<'expected_version'> = {
  name: 'expected-version',
  kind: 'uint64',
  min: 1n,
  required: true,
  sends: 'expected_version',
  description: 'current version as last read; the command fails without changes if there is a newer one',
};

export const IDEMPOTENCY_KEY: Flag<'idempotency_key'> = {
  name: 'idempotency-key',
  kind: 'string',
  format: 'idempotency_key',
  required: true,
  sends: 'idempotency_key',
  description: 'makes retries safe: 1 to 128 letters, digits and . _ : -',
};
