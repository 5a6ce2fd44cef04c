import { invalidField } from '@svc/service-error';
import { bareAlert } from '../bare.js';
import { collect } from '../collect.js';
import { checkKey } from '../dedup-key.js';
import { toAnnotations, toLabels, toName } from '../describe.js';
import type { ExternalAlert, ExternalStatus, Received } from '../external-alert.js';
import { isObject, readAlerts, readBody, readObject, readRequired, readText } from '../read.js';
import { toScalar, toText } from '../text/clean.js';
import { toSeverity } from '../text/severity.js';
import { toWord, type CompiledMapping } from './mapping.js';
import { readPath, type Path } from './path.js';

/**
 * Translates JSON of any form by the mapping of a rule. Errors name the fields of the mapping: `[2].dedup_key`.
 *
 * @throws ServiceError invalid_request that names the field if the body has no alerts; payload_too_large.
 */
export function translateJson(body: Uint8Array, mapping: CompiledMapping): Received {
  const found = readPath(readBody(body), mapping.alerts);
  const alerts = mapping.alerts.length === 0 && isObject(found) ? [found] : readAlerts(found, 'alerts');
  return collect(alerts, (alert, index) => readAlert(readObject(alert, `[${index}]`), mapping, `[${index}]`));
}

function readAlert(alert: unknown, mapping: CompiledMapping, at: string): ExternalAlert {
  const status = readStatus(alert, mapping, `${at}.status`);
  const key = readRequired(readPath(alert, mapping.dedupKey), `${at}.dedup_key`);
  const name = readPath(alert, mapping.name);
  return {
    ...bareAlert({ wire: 'json', status, dedupKey: checkKey(key, `${at}.dedup_key`) }),
    name: toName(status === 'firing' ? readRequired(name, `${at}.name`) : readText(name, `${at}.name`)),
    severity: mapping.severity && toSeverity(readText(readPath(alert, mapping.severity), `${at}.severity`)),
    labels: toLabels(mapping.labels.flatMap((label) => readLabels(alert, label))),
    annotations: toAnnotations(
      mapping.annotations.map(([title, path]) => [title, toText(readPath(alert, path)) ?? ''] as const),
    ),
  };
}

/** @throws ServiceError invalid_request for a status that is absent or no word: a guess could page, or end what has not ended. */
function readStatus(alert: unknown, mapping: CompiledMapping, at: string): ExternalStatus {
  if (!mapping.status) return 'firing';
  const word = toScalar(readPath(alert, mapping.status));
  if (word === undefined) throw invalidField(at, 'must be a word');
  if (mapping.resolved.has(toWord(word))) return 'resolved';
  return mapping.acknowledged.has(toWord(word)) ? 'acknowledged' : 'firing';
}

function readLabels(alert: unknown, [name, path]: readonly [string, Path]): (readonly [string, string])[] {
  const value = readPath(alert, path);
  if (!isObject(value)) return [[name, toScalar(value) ?? '']];
  return Object.entries(value).map(([member, content]) => [`${name}_${member}`, toScalar(content) ?? ''] as const);
}
