import { invalidField } from '@svc/service-error';
import type { Texts } from '../external-alert.js';
import { parsePath, type Path } from './path.js';

/** Names the places of an alert in JSON of any form. Texts are paths; those of fields begin at the alert. */
export interface JsonMapping {
  /** Path of the array of alerts in the body; '' if the body itself is it, or is one alert. */
  readonly alerts: string;
  readonly dedupKey: string;
  /** '' if each alert fires. */
  readonly status: string;
  /** Words of the status in any case that mean an end; none for the usual ones. */
  readonly resolved: readonly string[];
  /** Words of the status in any case that mean an acknowledgement; none for the usual ones. */
  readonly acknowledged: readonly string[];
  readonly name: string;
  /** '' if the severity is that of the rule. */
  readonly severity: string;
  /** Paths by label. An object at the path gives a label for each of its texts, named `<label>_<member>`. */
  readonly labels: Texts;
  /** Paths by annotation. */
  readonly annotations: Texts;
}

/** A mapping whose paths are parsed. */
export interface CompiledMapping {
  readonly alerts: Path;
  readonly dedupKey: Path;
  /** Undefined if each alert fires. */
  readonly status: Path | undefined;
  readonly resolved: ReadonlySet<string>;
  readonly acknowledged: ReadonlySet<string>;
  readonly name: Path;
  readonly severity: Path | undefined;
  readonly labels: readonly (readonly [string, Path])[];
  readonly annotations: readonly (readonly [string, Path])[];
}

const RESOLVED = ['resolved', 'resolve', 'ok', 'closed', 'close', 'recovered', 'recovery', 'normal', 'up', 'inactive'];
const ACKNOWLEDGED = ['acknowledged', 'acknowledge', 'acked', 'ack'];

/** The pattern that names of labels and annotations of rules have. */
const NAME = /^[A-Za-z_][A-Za-z0-9_.]{0,99}$/;
const MOST_NAMES = 32;
const MOST_WORDS = 20;

/** Parses a mapping of a rule. @throws ServiceError invalid_request that names the field of the mapping. */
export function compileMapping(mapping: JsonMapping): CompiledMapping {
  return {
    alerts: toPath(mapping.alerts, 'alerts'),
    dedupKey: toRequiredPath(mapping.dedupKey, 'dedup_key'),
    status: mapping.status === '' ? undefined : toPath(mapping.status, 'status'),
    ...toWords(mapping),
    name: toRequiredPath(mapping.name, 'name'),
    severity: mapping.severity === '' ? undefined : toPath(mapping.severity, 'severity'),
    labels: toPaths(mapping.labels, 'labels'),
    annotations: toPaths(mapping.annotations, 'annotations'),
  };
}

function toWords({ status, resolved, acknowledged }: JsonMapping): Pick<CompiledMapping, 'resolved' | 'acknowledged'> {
  for (const [field, words] of Object.entries({ resolved, acknowledged })) {
    if (words.length > 0 && status === '') throw invalidField(field, 'is only allowed with status');
    if (words.length > MOST_WORDS) throw invalidField(field, `must have at most ${MOST_WORDS} words`);
  }
  const ended = new Set(resolved.length > 0 ? resolved.map(toWord) : RESOLVED);
  const seen = new Set(acknowledged.length > 0 ? acknowledged.map(toWord) : ACKNOWLEDGED);
  if (acknowledged.some((word) => ended.has(toWord(word))))
    throw invalidField('acknowledged', 'must not have a word that means resolved');
  return { resolved: ended, acknowledged: seen };
}

/** A word as it is compared. */
export function toWord(text: string): string {
  return text.trim().toLowerCase();
}

function toPath(text: string, field: string): Path {
  const path = parsePath(text);
  if (!path) throw invalidField(field, 'must be a path such as alerts[0].labels or labels["host.name"]');
  return path;
}

function toRequiredPath(text: string, field: string): Path {
  if (text === '') throw invalidField(field, 'is required');
  return toPath(text, field);
}

function toPaths(paths: Texts, field: string): (readonly [string, Path])[] {
  const entries = Object.entries(paths);
  if (entries.length > MOST_NAMES) throw invalidField(field, `must have at most ${MOST_NAMES} names`);
  return entries.map(([name, text]) => {
    if (!NAME.test(name)) throw invalidField(field, 'must have names of letters, digits, dots and underscores');
    return [name, toRequiredPath(text, `${field}.${name}`)] as const;
  });
}
