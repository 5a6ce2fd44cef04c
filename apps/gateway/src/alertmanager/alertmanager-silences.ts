import { formatTimestamp, isJsonObject, type JsonObject, type Silence } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import { operatorOf, type Labels, type Matcher } from './matchers.js';

/** Follows the author in the name of a silence that came this way, because the key is its author here. */
const BY = ' (Alertmanager)';
const MAX_NAME = 200;

/** A silence as a request creates it. */
export interface PostedSilence {
  /** The silence that it replaces; empty for a new one. */
  readonly replaced: string;
  /** The fields of `silences.create`. */
  readonly fields: JsonObject;
}

/** @throws ServiceError invalid_request that names the field as the interface of Alertmanager does. */
export function readSilence(body: unknown, nowMs: number): PostedSilence {
  if (!isJsonObject(body)) throw invalidField('body', 'must be a JSON object');
  const { matchers } = body;
  if (!Array.isArray(matchers) || matchers.length === 0) throw invalidField('matchers', 'must have a matcher');
  const text = (name: string): string => {
    const value = body[name] ?? '';
    if (typeof value !== 'string') throw invalidField(name, 'must be a text');
    return value;
  };
  const [startsAt, endsAt] = [text('startsAt'), text('endsAt')];
  if (endsAt === '') throw invalidField('endsAt', 'is required');
  const author = text('createdBy')
    .trim()
    .slice(0, MAX_NAME - BY.length);
  return {
    replaced: text('id'),
    fields: {
      name: author === '' ? 'Alertmanager' : `${author}${BY}`,
      matchers: matchers.map((matcher, index) => {
        const read = readMatcher(matcher, index);
        return { label_name: read.name, operator: operatorOf(read), value: read.value };
      }),
      // A start in the past is now, as in Alertmanager.
      ...(Date.parse(startsAt) > nowMs && { starts_at: startsAt }),
      ends_at: endsAt,
      comment: text('comment'),
    },
  };
}

function readMatcher(matcher: unknown, index: number): Matcher {
  const path = `matchers[${index}]`;
  if (!isJsonObject(matcher)) throw invalidField(path, 'must be an object');
  const { name, value, isRegex = false, isEqual = true } = matcher;
  if (typeof name !== 'string' || name === '') throw invalidField(`${path}.name`, 'must be a text');
  if (typeof value !== 'string') throw invalidField(`${path}.value`, 'must be a text');
  if (typeof isRegex !== 'boolean') throw invalidField(`${path}.isRegex`, 'must be true or false');
  if (typeof isEqual !== 'boolean') throw invalidField(`${path}.isEqual`, 'must be true or false');
  return { name, value, isRegex, isEqual };
}

/** A silence as the interface of Alertmanager returns it. */
export function toGettableSilence(silence: Silence) {
  const { id, name, comment, createdBy, status, matchers } = silence;
  return {
    id,
    status: { state: status },
    comment: comment || name,
    createdBy: name.endsWith(BY) ? name.slice(0, -BY.length) : createdBy,
    startsAt: silence.startsAt ? formatTimestamp(silence.startsAt) : '',
    endsAt: silence.endsAt ? formatTimestamp(silence.endsAt) : '',
    updatedAt: silence.createdAt ? formatTimestamp(silence.createdAt) : '',
    matchers: matchers.map(({ labelName, operator, value }) => ({
      name: labelName,
      value,
      isRegex: operator.endsWith('~'),
      isEqual: operator.startsWith('='),
    })),
  };
}

/** The values of the matchers by label: a filter of silences compares these. */
export function labelsOfSilence({ matchers }: Silence): Labels {
  return Object.fromEntries(matchers.map(({ labelName, value }) => [labelName, value]));
}
