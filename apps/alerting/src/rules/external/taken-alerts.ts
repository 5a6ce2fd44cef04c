import type { ExternalAlert } from '@svc/external-alerts';
import { EventLoopYielder } from '@svc/runtime';
import type { AlertActor, AlertChange } from '../../alerts/index.js';
import { toTiming } from '../definition/definition.js';
import { advance } from '../evaluation/advance.js';
import { toAlertChange, withSender, type AlertingRule } from '../evaluation/end-series.js';
import { isRemembered, LATE_MS } from '../evaluation/evaluate.js';
import { matches, takesWire, type LabelsTest } from '../evaluation/external-taking.js';
import { newSeries, type ExternalFacts, type SeriesMemory } from '../evaluation/series-memory.js';
import { alertKey, isLabelled, sizeOf, toKey, toSeriesLabels } from './series-of-alert.js';

/** Size of the labels of all series of a rule, which each request reads and writes. */
const MAX_LABELS_SIZE = 1024 * 1024;
const MAX_SUMMARY = 1_000;

/** The outcome of an alert in a rule. `full`: the rule has no room for another series. */
export type Taken = 'taken' | 'unknown' | 'full';

/** The series of a rule while it takes the alerts of a request. */
export class TakenAlerts {
  readonly changes: AlertChange[] = [];
  readonly #own: readonly SeriesMemory[];
  readonly #memory: Map<string, SeriesMemory>;
  /** Series by the identity of their alerts here; filled before the first one begins. */
  readonly #labelKeys = new Map<string, string>();
  #size: number;
  #active: number;

  /**
   * @param at time of the request: later than all that was evaluated.
   * @param actor who sends.
   */
  constructor(
    private readonly alerting: AlertingRule,
    private readonly test: LabelsTest,
    memory: readonly SeriesMemory[],
    private readonly at: number,
    private readonly actor: AlertActor,
  ) {
    this.#own = memory.filter(({ external }) => !external);
    this.#memory = new Map(memory.flatMap((series) => (series.external ? [[series.external.key, series]] : [])));
    this.#size = memory.reduce((sum, { labels }) => sum + sizeOf(labels), 0);
    this.#active = memory.filter(({ phase, external }) => external && phase !== 'inactive').length;
  }

  /** The series to remember. */
  get memory(): readonly SeriesMemory[] {
    return [...this.#own, ...this.#memory.values()].filter((series) =>
      isRemembered(series, this.at, this.alerting.rule),
    );
  }

  /** Has to be called before alerts that may begin a series are taken. Gives other requests turns, because it looks at all labels. */
  async prepare(alerts: readonly ExternalAlert[]): Promise<void> {
    if (!alerts.some((alert) => alert.status === 'firing' && this.#memory.get(toKey(alert))?.phase !== 'firing'))
      return;
    const yielder = new EventLoopYielder();
    for (const [key, { labels }] of this.#memory) {
      this.#labelKeys.set(alertKey(this.alerting.rule, labels), key);
      if (yielder.isDue()) await yielder.yield();
    }
  }

  take(alert: ExternalAlert): Taken {
    const known = this.#memory.get(toKey(alert));
    if (alert.status === 'firing') return this.#fire(alert, known);
    // Resolutions of the labelled wires say what they are about.
    if (!known) return alert.name !== '' && this.#matches(alert) ? 'taken' : 'unknown';
    if (alert.status === 'resolved') this.#resolve(known);
    else if (known.phase === 'firing') this.#acknowledge(known);
    return 'taken';
  }

  #fire(alert: ExternalAlert, known: SeriesMemory | undefined): Taken {
    const { rule } = this.alerting;
    const isActive = known !== undefined && known.phase !== 'inactive';
    if (!isActive && !this.#matches(alert)) return 'unknown';
    if (known?.external && isLate(known.external, alert, this.at)) return 'taken';
    const before = isActive ? known : this.#begin(alert);
    if (!before) return 'full';
    const severity = alert.severity ?? rule.severity;
    const external = toFacts(alert, severity, this.at);
    const isNews = before.external?.severity !== severity;
    const { memory, change } = advance(
      { ...before, external, ...(isNews && { reportedAt: 0 }) },
      'breach',
      this.at,
      rule.definition,
      toTiming(rule.definition),
    );
    this.#memory.set(external.key, memory);
    const isRepeated = isLabelled(alert.wire) && before.phase === 'firing' && !isNewer(before.external, alert);
    if (change) this.changes.push({ ...this.#describe(memory, change, alert), ...(isRepeated && { isRepeated }) });
    return 'taken';
  }

  /** Undefined if the rule is full. */
  #begin(alert: ExternalAlert): SeriesMemory | undefined {
    const { rule } = this.alerting;
    const labels = toSeriesLabels(rule, alert, this.#labelKeys);
    const size = this.#size + sizeOf(labels);
    if (this.#active >= rule.definition.maxGroups || size > MAX_LABELS_SIZE) return undefined;
    this.#active += 1;
    this.#size = size;
    this.#labelKeys.set(alertKey(rule, labels), toKey(alert));
    return newSeries(labels, this.at);
  }

  #resolve(known: SeriesMemory): void {
    const { definition } = this.alerting.rule;
    const { external } = known;
    if (!external || known.phase === 'inactive') return;
    const ended = { ...known, external: { ...external, receivedAt: this.at, endedAt: this.at } };
    const { memory, change } = advance(ended, 'ok', this.at, definition, toTiming(definition));
    this.#memory.set(external.key, memory);
    if (memory.phase === 'inactive') this.#active -= 1;
    if (change) this.changes.push(this.#toChange(memory, change));
  }

  #acknowledge(known: SeriesMemory): void {
    const change = this.#toChange(known, { phase: 'firing', reason: 'breached' });
    this.changes.push({ ...change, phase: 'acknowledged', actor: this.actor });
  }

  #toChange({ labels, external }: SeriesMemory, change: Pick<AlertChange, 'phase' | 'reason'>): AlertChange {
    const phase = change.phase === 'acknowledged' ? 'firing' : change.phase;
    return toAlertChange(this.alerting, { ...change, phase, labels, external, at: this.at, value: null });
  }

  /** A change with what the sender says about the alert. */
  #describe(series: SeriesMemory, change: Pick<AlertChange, 'phase' | 'reason'>, alert: ExternalAlert): AlertChange {
    const { snapshot } = this.alerting;
    const { keepsText: _keepsText, isRepeated: _isRepeated, ...described } = this.#toChange(series, change);
    const rule = withSender(
      snapshot,
      { ...series.labels, alertname: alert.name },
      { severity: alert.severity ?? snapshot.severity },
    );
    const { summary = '', description = '' } = alert.annotations;
    const text = (summary || description).replaceAll(/\s+/g, ' ').slice(0, MAX_SUMMARY);
    return {
      ...described,
      rule: { ...rule, annotations: { ...snapshot.annotations, ...alert.annotations } },
      summary: text || described.summary,
    };
  }

  #matches(alert: ExternalAlert): boolean {
    const { rule } = this.alerting;
    const { external } = rule.definition;
    const severity = alert.severity ?? rule.severity;
    return external !== null && takesWire(external, alert.wire) && matches(rule, this.test, { ...alert, severity });
  }
}

function toFacts(alert: ExternalAlert, severity: ExternalFacts['severity'], at: number): ExternalFacts {
  const { wire, startsAt, expiresAt } = alert;
  const times = { startsAt: startsAt?.getTime(), expiresAt: expiresAt?.getTime() };
  return { key: toKey(alert), wire, severity, receivedAt: at, ...times };
}

/** Whether an alert began after the one that is remembered, as its sender says. */
function isNewer(known: ExternalFacts | undefined, { startsAt }: ExternalAlert): boolean {
  return known?.startsAt !== undefined && startsAt !== undefined && startsAt.getTime() > known.startsAt;
}

/** Whether a request is a late repetition of one before the end. Without times it counts as new: a page too many is better than none. */
function isLate(known: ExternalFacts, alert: ExternalAlert, at: number): boolean {
  const { endedAt, startsAt } = known;
  const isSoon = endedAt !== undefined && at - endedAt < LATE_MS;
  return isSoon && startsAt !== undefined && alert.startsAt !== undefined && !isNewer(known, alert);
}
