import { toBinary } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import { MeasurementSchema, type Measurement } from '@svc/contract';
import type { Logger } from '@svc/observability';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Scope } from '@svc/reading/statement';
import { LOGGER } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { MetricsRepository } from '../telemetry/index.js';
import { checkMetric, measureMetric } from './measure/measure-metric.js';
import { measureRecords, type MeasuredResult } from './measure/measure-records.js';
import { selectSeries } from './measure/measure.query.js';
import { toQuestion } from './measure/question.js';
import { agentRunSources } from './measure/signals/agent-runs.js';
import { errorSources } from './measure/signals/errors.js';
import { eventSources } from './measure/signals/events.js';
import { logSources } from './measure/signals/logs.js';
import { modelSources } from './measure/signals/models.js';
import { patternSources } from './measure/signals/patterns.js';
import type { SignalSources } from './measure/signals/source.js';
import { spanSources } from './measure/signals/spans.js';

const SOURCES: ReadonlyMap<string, SignalSources> = new Map([
  ['logs', logSources],
  ['traces', spanSources],
  ['errors', errorSources],
  ['events', eventSources],
  ['models', modelSources],
  ['patterns', patternSources],
  ['agent_runs', agentRunSources],
]);

/**
 * Maximum number of concurrent measurements: half of the places that a project has, so that the pages of its users are
 * not kept waiting.
 */
const CONCURRENT = 2;

@Injectable()
export class MeasurementsService {
  constructor(
    private readonly metrics: MetricsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns a result for each measurement, in order. A measurement that fails has a code, and does not affect the others. */
  async measure(measurements: readonly Measurement[], reader: ProjectReader): Promise<MeasuredResult[]> {
    const keys = measurements.map((one) => Buffer.from(toBinary(MeasurementSchema, one)).toString('base64'));
    const distinct = new Map(measurements.map((one, index) => [keys[index] ?? '', one]));
    const results = new Map<string, MeasuredResult>();
    const waiting = [...distinct];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        results.set(next[0], await this.#tryOne(next[1], reader));
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
    return keys.map((key) => results.get(key) ?? {});
  }

  /** @throws ServiceError where a result would have a code. */
  async measureOne(measurement: Measurement, reader: ProjectReader): Promise<MeasuredResult> {
    const question = toQuestion(measurement);
    const sources = SOURCES.get(measurement.query?.signal ?? '');
    if (sources) return measureRecords(question, sources, reader);
    return measureMetric(question, this.metrics, reader);
  }

  /** Whether a measurement is of a metric that the project has not sent. */
  async isOfUnknownMetric({ query }: Measurement, reader: ProjectReader): Promise<boolean> {
    return query?.signal === 'metrics' && (await this.metrics.find(query.metric, reader)) === undefined;
  }

  /**
   * Checks a measurement without reading anything.
   *
   * @throws ServiceError invalid_request or query_too_expensive, as measuring does. Whether a figure fits a metric is known only then.
   */
  check(measurement: Measurement, scope: Scope): void {
    const question = toQuestion(measurement);
    const sources = SOURCES.get(measurement.query?.signal ?? '');
    if (sources) selectSeries(question, sources(question, scope), scope);
    else checkMetric(question, scope);
  }

  async #tryOne(measurement: Measurement, reader: ProjectReader): Promise<MeasuredResult> {
    try {
      return await this.measureOne(measurement, reader);
    } catch (error) {
      const code = toCode(error);
      if (code === 'unavailable') this.logger.warn({ err: error }, 'measurement failed');
      return { error: code };
    }
  }
}

function toCode(error: unknown): string {
  if (!(error instanceof ServiceError)) return 'unavailable';
  return CODES.get(error.code) ?? 'unavailable';
}

const CODES: ReadonlyMap<string, string> = new Map([
  ['invalid_request', 'invalid_query'],
  ['query_too_expensive', 'too_expensive'],
  ['timeout', 'timeout'],
]);
