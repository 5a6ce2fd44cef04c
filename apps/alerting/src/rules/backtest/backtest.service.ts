import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { AlertRuleTestSchema, AlertRuleTestWindowSchema } from '@svc/contract';
import { ServiceError } from '@svc/errors';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/service';
import { alertLabels, followsEvents, type Rule } from '../definition/definition.js';
import { evaluate, type Observer, type SeriesChange } from '../evaluation/evaluate.js';
import { toPlan } from '../evaluation/plan.js';
import { seriesKey } from '../evaluation/series-memory.js';
import { Measurements } from '../measuring/measurements.js';
import { printDuration, toTestTimes } from './test-times.js';

/** Of all series together. */
const MAX_WINDOWS = 10_000;

type TestMessage = MessageInitShape<typeof AlertRuleTestSchema>;
type WindowMessage = MessageInitShape<typeof AlertRuleTestWindowSchema>;

/** Tells what a rule would have done in the last 24 hours. Writes nothing. */
@Injectable()
export class BacktestService {
  constructor(
    private readonly measurements: Measurements,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError state_conflict for a rule that measures nothing. */
  async test(rule: Rule, { context, signal }: Call): Promise<TestMessage> {
    if (rule.kind === 'composite' || followsEvents(rule.kind))
      throw new ServiceError('state_conflict', { message: 'A rule of this kind follows events and measures nothing.' });
    const times = toTestTimes(rule, this.clock());
    const all = Array.from({ length: times.count }, (_, nth) => times.first + nth * times.stepMs);
    const shown = Math.max(1, Math.floor(MAX_WINDOWS / times.count));
    const maxGroups = Math.min(rule.definition.maxGroups, shown);
    const tested: Rule = { ...rule, definition: { ...rule.definition, maxGroups } };
    const plan = toPlan(tested, times);
    const results = await this.measurements.measure(plan.questions, context, signal);
    const error = results.find((result) => result.error !== '')?.error;
    if (error !== undefined) return { error };
    const measured = plan.read(results);
    const series = new Map<string, { labels: Record<string, string>; windows: WindowMessage[] }>();
    const observe: Observer = ({ labels, at, figure, verdict, phase }) => {
      const key = seriesKey(labels);
      const own = series.get(key) ?? { labels: alertLabels(tested, labels), windows: [] };
      series.set(key, own);
      own.windows.push({
        ...{ verdict, phase, at: timestampFromMs(at), samples: BigInt(figure.samples) },
        ...(figure.value !== null && { value: figure.value }),
      });
    };
    const { changes } = evaluate(tested, [], measured, all, observe);
    return {
      startTime: timestampFromMs(times.first),
      endTime: timestampFromMs(all.at(-1) ?? times.first),
      interval: printDuration(times.stepMs),
      series: [...series.values()],
      isTruncated: measured.isTruncated,
      fired: countFired(changes),
    };
  }
}

/** How often an alert fired that did not before. */
function countFired(changes: readonly SeriesChange[]): number {
  const phases = new Map<string, string>();
  let fired = 0;
  for (const { labels, phase } of changes) {
    const key = seriesKey(labels);
    // A renewal of an alert that fires is no new alert.
    if (phase === 'firing' && phases.get(key) !== 'firing') fired++;
    phases.set(key, phase);
  }
  return fired;
}
