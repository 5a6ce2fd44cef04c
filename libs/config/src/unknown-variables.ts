import { distance } from 'fastest-levenshtein';
import { SETTING_NAMES } from './gen/setting-names.js';

/** Variables of the client, which often runs in the same terminal. */
const CLIENT = ['SVC_API_KEY', 'SVC_API_URL', 'SVC_CONFIG_DIR', 'SVC_INGEST_URL', 'SVC_PROFILE', 'SVC_PROJECT'];
/** Variables of Docker Compose, which often gets them from the file with the settings. */
const COMPOSE = ['SVC_IMAGES', 'SVC_VERSION'];
/** Variables of the scripts and tests of this repository, which start processes. */
const DEVELOPMENT = [
  'SVC_CACHE_DIR',
  'SVC_CLOCK_FILE',
  'SVC_COVERAGE',
  'SVC_FAULT',
  'SVC_GATE_EVENTS',
  'SVC_PROTO_BASE',
  'SVC_REQUIRE_ALL',
  'SVC_TIME_SCALE',
  'SVC_UPDATE_GOLDEN',
  'SVC_UPGRADE_BASE',
];
const DEVELOPMENT_PREFIX = /^SVC_(TEST|E2E)_/;
/** Kubernetes describes each Service of a namespace in variables; those of a Service `svc-query` begin with `SVC_QUERY_`. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/;
const SERVICE_LINK_VALUE = /^(tcp|udp|sctp):\/\//;

const KNOWN: ReadonlySet<string> = new Set([...SETTING_NAMES, ...CLIENT, ...COMPOSE, ...DEVELOPMENT]);

/**
 * Finds variables that begin with `SVC_` and that no process, client or script reads, usually misspelled settings.
 *
 * @param declared the names of the settings of this process, which are suggested first.
 * @returns the problem of each variable, without its value.
 */
export function findUnknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  declared: readonly string[],
): { name: string; reason: string }[] {
  const unknown = Object.entries(environment).filter(
    ([name, value]) =>
      name.startsWith('SVC_') &&
      value !== undefined &&
      !KNOWN.has(name) &&
      !declared.includes(name) &&
      !DEVELOPMENT_PREFIX.test(name) &&
      !SERVICE_LINK.test(name) &&
      !SERVICE_LINK_VALUE.test(value),
  );
  return unknown.map(([name]) => {
    const similar = nearest(name, declared) ?? nearest(name, SETTING_NAMES);
    return { name, reason: `is not a setting${similar === undefined ? '' : `; did you mean ${similar}?`}` };
  });
}

/** The name that the fewest edits make of this one; undefined if that is more than a third of its letters. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const ranked = names.map((candidate) => ({ candidate, edits: distance(name, candidate) }));
  const [best] = ranked.sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= (name.length - 'SVC_'.length) / 3 ? best.candidate : undefined;
}
