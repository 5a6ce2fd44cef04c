import { requiresValue } from '@svc/reading/search-language';
import { invalidField } from '@svc/service-error';
import { parseDelay } from '../../escalation/index.js';
import { toAggregate } from './aggregate.js';
import { checkExternal } from './check-external.js';
import { checkFollowed } from './check-followed.js';
import { DIRECTED, followsEvents, toMs, type RuleDefinition, type RuleKind, type RuleQuery } from './definition.js';
import { phrases, toFilter, toSelection } from './filter.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Buckets of a window that `match` looks at. */
const MAX_BUCKETS = 60;

/**
 * Checks what the contract cannot: durations, and which fields a kind needs. Whether what a rule names exists is checked elsewhere.
 *
 * @throws ServiceError invalid_request naming the field.
 */
export function checkDefinition(kind: RuleKind, definition: RuleDefinition): void {
  checkDurations(definition);
  if (Object.hasOwn(definition.labels, 'alertname')) throw invalidField('labels', 'must not have the label alertname');
  checkCondition(kind, definition);
  checkQuery(kind, definition);
  if (followsEvents(kind)) checkFollowed(kind, definition);
  checkExternal(kind, definition);
  if (kind === 'slo' && !definition.slo) throw invalidField('slo', 'is required for this kind');
  if (kind === 'composite' && !definition.composite) throw invalidField('composite', 'is required for this kind');
  if (kind === 'pattern' && phrases(definition.pattern).length === 0)
    throw invalidField('pattern', 'must contain a whole word');
  if (kind !== 'pattern' && definition.pattern !== '')
    throw invalidField('pattern', 'is only allowed for the kind pattern');
}

function checkDurations(definition: RuleDefinition): void {
  const { noData, notify } = definition;
  checkDuration('window', definition.window, 10, 30 * DAY);
  checkDuration('interval', definition.interval, 30, DAY);
  checkDuration('eval_delay', definition.evalDelay, 0, HOUR);
  checkDuration('for', definition.for, 0, 7 * DAY);
  checkDuration('keep_firing_for', definition.keepFiringFor, 0, 7 * DAY);
  checkDuration('no_data.after', noData.after, 0, DAY);
  checkDuration('notify.group_wait', notify.groupWait, 0, HOUR);
  checkDuration('notify.group_interval', notify.groupInterval, 1, DAY);
  checkDuration('notify.repeat_interval', notify.repeatInterval, MINUTE, 30 * DAY);
  if (definition.match === '') return;
  const buckets = toMs(definition.window) / toMs(definition.interval);
  if (!Number.isInteger(buckets) || buckets > MAX_BUCKETS)
    throw invalidField('window', `must be a multiple of the interval, at most ${MAX_BUCKETS} of them, with match`);
}

function checkDuration(path: string, text: string, least: number, most: number): void {
  const seconds = parseDelay(text);
  if (seconds === undefined || seconds < least || seconds > most)
    throw invalidField(path, `must be a duration such as 90s, 5m or 1h, from ${least}s to ${most}s`);
}

function checkCondition(kind: RuleKind, { condition, match }: RuleDefinition): void {
  const isMeasured = kind === 'threshold' || kind === 'pattern';
  if (isMeasured !== (condition !== null))
    throw invalidField('condition', isMeasured ? 'is required for this kind' : 'is not allowed for this kind');
  if (!isMeasured && match !== '') throw invalidField('match', 'is not allowed for this kind');
  if (!condition) return;
  const { op, threshold, thresholdMax, recoveryThreshold } = condition;
  const isRange = op === 'between' || op === 'outside';
  if (isRange !== (thresholdMax !== null))
    throw invalidField('condition.threshold_max', 'is required with between and outside, and only there');
  if (thresholdMax !== null && thresholdMax < threshold)
    throw invalidField('condition.threshold_max', 'must not be less than threshold');
  if (recoveryThreshold === null) return;
  const isBeyond = op.startsWith('g') ? recoveryThreshold <= threshold : recoveryThreshold >= threshold;
  if (!DIRECTED.has(op) || !isBeyond)
    throw invalidField('condition.recovery_threshold', 'must be on the recovering side of the threshold');
}

function checkQuery(kind: RuleKind, definition: RuleDefinition): void {
  const { query, slo } = definition;
  if (kind === 'composite' || kind === 'external') {
    if (query) throw invalidField('query', 'is not allowed for this kind');
    return;
  }
  if (followsEvents(kind)) return;
  if (!query) throw invalidField('query', 'is required for this kind');
  const { signal } = toSelection(query, definition.saved);
  if (signal === '') throw invalidField('query.signal', 'is required');
  if (kind === 'pattern' && signal !== 'logs') throw invalidField('query.signal', 'must be logs for this kind');
  checkFields('query', query, signal);
  checkAggregate(query, signal, toAggregate({ kind, definition }), kind);
  // Parses, and refuses what is not a search.
  requiresValue(toFilter(toSelection(query, definition.saved)), '', '');
  if (kind !== 'slo' || !slo) return;
  if (slo.good.savedSearchId !== '' || (slo.good.signal !== '' && slo.good.signal !== signal))
    throw invalidField('slo.good', 'must select from the signal of the query, without a saved search');
  checkFields('slo.good', slo.good, signal, true);
  requiresValue(toFilter(slo.good), '', '');
}

function checkFields(path: string, query: RuleQuery, signal: string, mayInherit = false): void {
  if (signal === 'metrics' ? query.metricName === '' && !mayInherit : query.metricName !== '')
    throw invalidField(`${path}.metric_name`, 'is required for the signal metrics, and not allowed for other signals');
  if (query.event !== '' && signal !== 'events')
    throw invalidField(`${path}.event`, 'is only allowed for the signal events');
  if (query.level.length > 0 && signal !== 'logs' && signal !== 'errors')
    throw invalidField(`${path}.level`, 'is only allowed for the signals logs and errors');
}

/** Signals of which some records are errors. */
const WITH_ERRORS = new Set(['logs', 'traces', 'agent_runs']);
const COUNTED = new Set(['count', 'rate', 'error_ratio']);

function checkAggregate(query: RuleQuery, signal: string, aggregate: string, kind: RuleKind): void {
  if (kind !== 'threshold') {
    if (query.field !== '' || query.agg !== '')
      throw invalidField('query.agg', 'is not allowed for this kind, which counts records; neither is field');
    return;
  }
  if (signal === 'metrics') {
    if (query.field !== '' || aggregate === 'error_ratio' || aggregate === 'unique')
      throw invalidField('query.agg', 'must be an aggregation of metrics, and field is not allowed');
    return;
  }
  if (COUNTED.has(aggregate) !== (query.field === ''))
    throw invalidField(
      'query.field',
      'is required for aggregations of a field, and not allowed where records are counted',
    );
  if (aggregate === 'error_ratio' && !WITH_ERRORS.has(signal))
    throw invalidField('query.agg', 'must not be error_ratio for this signal');
}
