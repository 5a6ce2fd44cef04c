import { agentRuns, costlyPersons, modelFigures, models, modelSeries } from './agents.js';
import { errorCounts, issues, occurrences } from './errors.js';
import { eventNames, funnel, persons, trends, triggerers } from './events.js';
import { logCounts, logPatterns, logRecords } from './logs.js';
import { metricList, metricSeries } from './metrics.js';
import type { Reader } from './reading.js';
import { figures, serviceMap, services, vagueRequests, vagueService, vagueServices } from './services.js';
import { traces } from './traces.js';

/** All readers. A further operation is a further entry; the words that it needs are entries of the lexicon. */
export const READERS: readonly Reader[] = [
  logRecords,
  logCounts,
  logPatterns,
  traces,
  occurrences,
  issues,
  errorCounts,
  metricSeries,
  metricList,
  trends,
  triggerers,
  funnel,
  eventNames,
  persons,
  services,
  figures,
  serviceMap,
  agentRuns,
  modelFigures,
  modelSeries,
  costlyPersons,
  models,
  vagueServices,
  vagueService,
  vagueRequests,
];
