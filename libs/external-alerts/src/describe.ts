import { invalidField } from '@svc/service-error';
import type { ExternalSeverity, Texts } from './external-alert.js';
import { LIMITS } from './limits.js';
import { toBlock, toLine } from './text/clean.js';
import { toSeverity } from './text/severity.js';

type Pairs = Iterable<readonly [name: string, value: string]>;

/** Labels that are fields of an alert here. */
const OWN = new Set(['alertname', 'severity']);
const ADDRESS = /url$/i;

/** The labels of an alert, and the fields that are labels elsewhere. */
export interface Labelled {
  /** '' without one. */
  readonly name: string;
  readonly severity: ExternalSeverity | undefined;
  readonly labels: Texts;
}

/**
 * Splits labels as they were sent. The severity is that of the label `severity`, otherwise of `priority`. A `severity` that is not a word
 * of this service stays as `sent_severity`.
 *
 * @throws ServiceError invalid_request that names the field if there are too many.
 */
export function readLabels(sent: ReadonlyMap<string, string>, path: string): Labelled {
  if (sent.size > LIMITS.labels) throw invalidField(path, `must have at most ${LIMITS.labels} labels`);
  const word = sent.get('severity') ?? '';
  const severity = toSeverity(word) ?? toSeverity(sent.get('priority') ?? '');
  const others: [string, string][] = [...sent].filter(([name]) => !OWN.has(name));
  if (word !== severity) others.push(['sent_severity', word]);
  return { severity, name: toName(sent.get('alertname') ?? ''), labels: toLabels(others) };
}

/** A text as the name of an alert. */
export function toName(text: string): string {
  return toLine(text, LIMITS.labelValue);
}

/** Labels in the form of this service, without empty ones; of two whose names become the same, the first counts. */
export function toLabels(pairs: Pairs): Texts {
  return collect(pairs, (text) => toLine(text, LIMITS.labelValue), LIMITS.labels);
}

/** Annotations that this service can have: no empty ones, and no addresses that a browser would run. */
export function toAnnotations(pairs: Pairs): Texts {
  const safe = [...pairs].filter(([name, value]) => !ADDRESS.test(name) || isAddress(value));
  return collect(safe, (text) => toBlock(text, LIMITS.annotation), LIMITS.annotations);
}

function collect(pairs: Pairs, toValue: (text: string) => string, most: number): Texts {
  const texts = new Map<string, string>();
  for (const [sent, text] of pairs) {
    if (texts.size === most) break;
    const name = toLabelName(sent);
    const value = toValue(text);
    if (name !== '' && value !== '' && !texts.has(name) && !OWN.has(name)) texts.set(name, value);
  }
  return Object.fromEntries(texts);
}

/** A name of letters, digits, dots and underscores that begins with a letter or one underscore; '' if nothing is left. */
function toLabelName(sent: string): string {
  const name = sent
    .slice(0, LIMITS.labelName)
    .replaceAll(/[^A-Za-z0-9_.]+/g, '_')
    .replace(/^_{2,}/, '_')
    .replace(/^(?=[0-9.])/, '_');
  return name === '_' ? '' : name.slice(0, LIMITS.labelName);
}

/** Whether a text is an address of the web. */
export function isAddress(text: string): boolean {
  if (text.length > LIMITS.annotation || !URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:';
}
