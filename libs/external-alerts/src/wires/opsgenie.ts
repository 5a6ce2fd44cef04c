import { invalidField } from '@svc/service-error';
import { bareAlert } from '../bare.js';
import { single } from '../collect.js';
import { checkKey, keyOfContent } from '../dedup-key.js';
import { toAnnotations, toLabels, toName } from '../describe.js';
import type { ExternalAlert, Received } from '../external-alert.js';
import {
  readBodyObject,
  readOptionalArray,
  readOptionalObject,
  readRequired,
  readText,
  type JsonObject,
} from '../read.js';
import { toSeverity } from '../text/severity.js';
import { splitDetails } from './details.js';

/** The operation of a request of Opsgenie's Alert API; a deletion counts as `close`. */
export type OpsgenieOperation =
  | { readonly action: 'create' }
  | {
      readonly action: 'close' | 'acknowledge';
      /** The segment of the path, decoded. */
      readonly identifier: string;
      /** The parameter `identifierType`; '' without one. */
      readonly identifierType: string;
    };

const PRIORITY = /^P[1-5]$/;
const DEFAULT_PRIORITY = 'P3';

/**
 * Translates a request of Opsgenie's Alert API v2. An alert without `alias` gets the hash of its content as key. The key is the ID of an
 * alert as well as its alias here.
 *
 * @throws ServiceError invalid_request that names the field; payload_too_large.
 */
export function translateOpsgenie(operation: OpsgenieOperation, body: Uint8Array): Received {
  if (operation.action === 'create') return create(readBodyObject(body));
  const { action, identifier, identifierType } = operation;
  if (!['', 'id', 'alias'].includes(identifierType)) throw invalidField('identifierType', 'must be alias or id');
  const fields = body.byteLength === 0 ? {} : readBodyObject(body);
  const status = action === 'close' ? 'resolved' : 'acknowledged';
  const dedupKey = checkKey(identifier, 'identifier');
  return single({
    ...bareAlert({ wire: 'opsgenie', status, dedupKey }),
    annotations: toAnnotations(readNotes(fields)),
  });
}

function create(alert: JsonObject): Received {
  const message = readRequired(alert['message'], 'message');
  const priority = readText(alert['priority'], 'priority') || DEFAULT_PRIORITY;
  if (!PRIORITY.test(priority)) throw invalidField('priority', 'must be P1, P2, P3, P4 or P5');
  const text = (name: string): string => readText(alert[name], name);
  const [alias, entity, source, description] = [text('alias'), text('entity'), text('source'), text('description')];
  const tags = readOptionalArray(alert['tags'], 'tags').map((tag, index) => readText(tag, `tags[${index}]`));
  const { labels, annotations, dropped } = splitDetails(readOptionalObject(alert['details'], 'details'));
  const fields = [
    ['entity', entity],
    ['source', source],
    ['tags', [...new Set(tags)].sort().join(', ')],
    ['priority', priority],
  ] as const;
  const dedupKey = alias === '' ? keyOfContent([message, entity, source]) : checkKey(alias, 'alias');
  const created: ExternalAlert = {
    ...bareAlert({ wire: 'opsgenie', status: 'firing', dedupKey }),
    name: toName(message),
    severity: toSeverity(priority),
    labels: toLabels([...fields, ...labels]),
    annotations: toAnnotations([
      ['summary', message],
      ['description', description],
      ...readNotes(alert),
      ...annotations,
    ]),
  };
  return { ...single(created), dropped: dropped > 0 ? { details: dropped } : {} };
}

/** Who acts, and what they say about it. @throws ServiceError invalid_request that names the field. */
function readNotes(fields: JsonObject): (readonly [string, string])[] {
  return ['user', 'note'].map((name) => [name, readText(fields[name], name)] as const);
}
