import type { JsonObject, JsonValue } from '@svc/contract';
import type { Asker } from './askers.js';

export class InvalidContext extends Error {
  constructor(readonly code: 'TARGETING_KEY_MISSING' | 'INVALID_CONTEXT') {
    super(code);
  }
}

/** Names of the context that are no properties of the person. */
const TARGETING_KEY = 'targetingKey';
const GROUPS = '$groups';
const SEND_EXPOSURE = '$send_exposure';

const MAX_ID_BYTES = 200;
// eslint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

export interface EvaluationRequest {
  readonly asker: Asker;
  /** Whether it is recorded who saw what. */
  readonly sendExposure: boolean;
}

/** @throws InvalidContext */
export function readContext(context: JsonObject, nowMs: number): EvaluationRequest {
  const { [TARGETING_KEY]: key, [GROUPS]: groups, [SEND_EXPOSURE]: sendExposure, ...personProperties } = context;
  if (key === undefined || key === null || key === '') throw new InvalidContext('TARGETING_KEY_MISSING');
  if (typeof key !== 'string' || Buffer.byteLength(key) > MAX_ID_BYTES || CONTROL.test(key))
    throw new InvalidContext('INVALID_CONTEXT');
  if (![undefined, null, true, false].includes(sendExposure as boolean)) throw new InvalidContext('INVALID_CONTEXT');
  return {
    asker: { distinctId: key, groups: readGroups(groups), personProperties, groupProperties: {}, nowMs },
    sendExposure: sendExposure === true,
  };
}

function readGroups(groups: JsonValue | undefined): Readonly<Record<string, string>> {
  if (groups === undefined || groups === null) return {};
  if (typeof groups !== 'object' || Array.isArray(groups)) throw new InvalidContext('INVALID_CONTEXT');
  for (const key of Object.values(groups))
    if (typeof key !== 'string' || Buffer.byteLength(key) > MAX_ID_BYTES) throw new InvalidContext('INVALID_CONTEXT');
  return groups as Readonly<Record<string, string>>;
}
