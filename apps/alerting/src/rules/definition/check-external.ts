import { compileMapping } from '@svc/external-alerts';
import { invalidField, ServiceError } from '@svc/service-error';
import { MatcherChecks } from '../../alerts/index.js';
import { parseDelay } from '../../escalation/index.js';
import type { ExternalSettings, RuleDefinition, RuleKind } from './definition.js';

const DAY_SECONDS = 86_400;
const LEAST_SECONDS = 60;
const MOST_SECONDS = 7 * DAY_SECONDS;

/**
 * Checks what belongs to rules that take alerts of other products. Settings that would mean nothing for them are refused.
 *
 * @throws ServiceError invalid_request naming the field.
 */
export function checkExternal(kind: RuleKind, definition: RuleDefinition): void {
  const { external } = definition;
  if (kind !== 'external') {
    if (external) throw invalidField('external', 'is only allowed for the kind external');
    return;
  }
  const [unused] = toUnused(definition);
  if (unused !== undefined) throw invalidField(unused, 'is not allowed for this kind');
  if (!external) return;
  new MatcherChecks('the rule').check(external.matchers, 'external.matchers');
  checkMapping(external);
  checkDuration('external.resolve_after', external.resolveAfter);
  checkDuration('external.heartbeat', external.heartbeat);
}

/** Fields that are set although the kind has none of them. Durations have their defaults when a rule is sent back as it was read. */
function toUnused({ groupBy, window, evalDelay, minSamples, noData, slo, composite }: RuleDefinition): string[] {
  const isSet = {
    group_by: groupBy.length > 0,
    window: window !== '5m',
    eval_delay: evalDelay !== '0s',
    min_samples: minSamples > 0,
    no_data: noData.policy !== 'ok' || noData.after !== '10m',
    slo: slo !== null,
    composite: composite !== null,
  };
  return Object.entries(isSet).flatMap(([field, set]) => (set ? field : []));
}

function checkMapping({ sources, json }: ExternalSettings): void {
  if (sources.includes('json') !== (json !== null))
    throw invalidField('external.json', 'is required if sources has json, and only allowed then');
  if (!json) return;
  try {
    compileMapping(json);
  } catch (error) {
    throw error instanceof ServiceError ? withPrefix(error, 'external.json.') : error;
  }
}

function withPrefix({ code, details }: ServiceError, prefix: string): ServiceError {
  const [first = { path: '', reason: 'is not valid' }] = details;
  return code === 'invalid_request' ? invalidField(`${prefix}${first.path}`, first.reason) : new ServiceError(code);
}

function checkDuration(path: string, text: string): void {
  if (text === '') return;
  const seconds = parseDelay(text);
  if (seconds === undefined || seconds < LEAST_SECONDS || seconds > MOST_SECONDS)
    throw invalidField(path, `must be a duration such as 90s, 5m or 1h, from ${LEAST_SECONDS}s to ${MOST_SECONDS}s`);
}
