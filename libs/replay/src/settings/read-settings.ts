import { invalidField, ServiceError } from '@svc/service-error';
import { DEFAULT_REPLAY_SETTINGS, RAGE_DEFAULTS, type RageSettings, type ReplaySettings } from './settings.js';

/**
 * The least and the largest value of each threshold. A burst is final ten seconds after its last click, so its clicks cannot be further
 * apart.
 */
const RAGE_LIMITS = { clicks: [2, 20], gap_ms: [100, 10_000], px: [1, 500] } as const;
const MAX_NAMES = 100;
/** In UTF-8. */
const MAX_NAME_BYTES = 100;
const MAX_ORIGINS = 20;
const MAX_ORIGIN_LENGTH = 300;
/** As browsers write an origin: in lower case, with a name or an address as the host. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/;

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the settings of a project as it writes them, with `gap_ms`, `query_names`, `unmasked_fields` and `asset_origins` as names of
 * members. Absent members, and those that are null, have their defaults.
 *
 * @param path of the field that has the settings, for refusals.
 * @throws ServiceError invalid_request that names the field, such as `config_value.rage.clicks`, and never a value.
 */
export function readReplaySettings(value: unknown, path: string): ReplaySettings {
  const members = readMembers(value, path, ['rage', 'query_names', 'unmasked_fields', 'canvas', 'asset_origins']);
  return {
    rage: readRage(members['rage'], `${path}.rage`),
    queryNames: readList(members['query_names'], `${path}.query_names`, MAX_NAMES, checkName),
    unmaskedFields: readList(members['unmasked_fields'], `${path}.unmasked_fields`, MAX_NAMES, checkName),
    canvas: readSwitch(members['canvas'], `${path}.canvas`),
    assetOrigins: readList(members['asset_origins'], `${path}.asset_origins`, MAX_ORIGINS, checkOrigin),
  };
}

/** The settings in a stored value. One that is none, such as an entry that is older than the settings, counts as absent. */
export function storedReplaySettings(value: unknown): ReplaySettings {
  try {
    return readReplaySettings(value ?? {}, '');
  } catch (error) {
    if (error instanceof ServiceError) return DEFAULT_REPLAY_SETTINGS;
    throw error;
  }
}

/** Names of members are the caller's as well, so that an unknown one is not repeated. */
function readMembers(value: unknown, path: string, known: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField(path, 'must be an object');
  if (Object.keys(value).every((name) => known.includes(name))) return value as Members;
  throw invalidField(path, `must have no members other than ${known.join(', ')}`);
}

function readRage(value: unknown, path: string): RageSettings {
  const members = readMembers(value ?? {}, path, Object.keys(RAGE_LIMITS));
  const read = (name: keyof typeof RAGE_LIMITS, absent: number): number => {
    const [least, most] = RAGE_LIMITS[name];
    const number = members[name] ?? absent;
    if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most) return number;
    throw invalidField(`${path}.${name}`, `must be a whole number from ${least} to ${most}`);
  };
  return {
    clicks: read('clicks', RAGE_DEFAULTS.clicks),
    gapMs: read('gap_ms', RAGE_DEFAULTS.gapMs),
    px: read('px', RAGE_DEFAULTS.px),
  };
}

function readSwitch(value: unknown, path: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  throw invalidField(path, 'must be true or false');
}

type CheckText = (text: string) => string | undefined;

/** @param check returns why a text is refused. */
function readList(value: unknown, path: string, most: number, check: CheckText): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidField(path, 'must be a list');
  if (value.length > most) throw invalidField(path, `must have at most ${most} elements`);
  return value.map((element: unknown, index) => {
    const reason = typeof element === 'string' ? check(element) : 'must be a string';
    if (reason !== undefined) throw invalidField(`${path}[${index}]`, reason);
    return element as string;
  });
}

function checkName(name: string): string | undefined {
  const bytes = Buffer.byteLength(name);
  if (bytes < 1 || bytes > MAX_NAME_BYTES) return `must have 1 to ${MAX_NAME_BYTES} bytes`;
  return /\p{Cc}/u.test(name) || !name.isWellFormed() ? 'must not have control characters' : undefined;
}

function checkOrigin(text: string): string | undefined {
  const isOrigin = text.length <= MAX_ORIGIN_LENGTH && ORIGIN.test(text) && URL.parse(text)?.origin === text;
  return isOrigin ? undefined : 'must be an origin such as https://cdn.example.com, in lower case and without a path';
}
