import { invalidField } from '@svc/service-error';
import { DETECTORS } from '../../anomalies/index.js';
import { toTiming, type RuleDefinition, type RuleKind, type RuleQuery } from './definition.js';

/**
 * Checks a rule that follows events. A setting with which it could never fire is refused.
 *
 * @throws ServiceError invalid_request naming the field.
 */
export function checkFollowed(kind: RuleKind, definition: RuleDefinition): void {
  const { query, minSamples } = definition;
  if (minSamples > 0) throw invalidField('min_samples', 'is not allowed for this kind, which counts no records');
  if (query) checkSelection(query);
  if (query && kind === 'anomaly') checkAnomalyQuery(query);
  if (kind === 'anomaly') return;
  if (query && query.signal !== '' && query.signal !== 'errors')
    throw invalidField('query.signal', 'must be errors for this kind');
  checkLasting(definition);
}

function checkSelection({ q, metricName, event, field, agg, savedSearchId, level }: RuleQuery): void {
  const others = { q, metric_name: metricName, event, field, agg, saved_search_id: savedSearchId };
  const sent = Object.entries(others).find(([, text]) => text !== '')?.[0] ?? (level.length > 0 ? 'level' : undefined);
  if (sent !== undefined)
    throw invalidField(
      `query.${sent}`,
      'is not allowed for this kind, which selects by signal, service and environment',
    );
}

/** An anomaly has what its detector distinguishes series by. */
function checkAnomalyQuery({ signal, service, environment }: RuleQuery): void {
  if (environment.length > 0)
    throw invalidField('query.environment', 'is not allowed for this kind, because anomalies have no environment');
  const detectors = DETECTORS.filter((detector) => signal === '' || detector.signal === signal);
  if (detectors.length === 0) {
    const signals = [...new Set(DETECTORS.map((detector) => detector.signal))];
    throw invalidField('query.signal', `must be a signal with anomalies: ${signals.join(', ')}`);
  }
  const haveService = detectors.some(({ seriesBy, apartBy }) => [seriesBy, apartBy].includes('service_name'));
  if (service.length > 0 && !haveService)
    throw invalidField('query.service', 'is not allowed for this signal, whose anomalies have no service');
}

/** An alert of an issue is in breach for the window, within which it has to fire. */
function checkLasting(definition: RuleDefinition): void {
  const { windowMs, intervalMs, forMs } = toTiming(definition);
  if (forMs > 0 && forMs + intervalMs > windowMs)
    throw invalidField('for', 'must be shorter than the window by the interval at least, for this kind');
  if ((definition.consecutive - 1) * intervalMs >= windowMs)
    throw invalidField('consecutive', 'must be a number of intervals that fit into the window, for this kind');
}
