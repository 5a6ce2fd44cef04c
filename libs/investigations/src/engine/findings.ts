import { judge, type Judgement } from '../conclusion/level.js';
import type { AgentBucket } from '../facts/agent-facts.js';
import type { AttributeFacts, CallFact, ChangeFact, OperationFact } from '../facts/facts.js';
import type { ShareFacts } from '../facts/share-facts.js';
import type { Entity, EvidenceKind } from '../model.js';
import { combineRanks } from '../ranking/combine.js';
import { weighByImpact } from '../ranking/impact.js';
import { orderByJump, type Candidate } from '../ranking/jump.js';
import { ServiceGraph } from '../ranking/service-graph.js';
import { toSuspects, type Suspect } from '../ranking/suspect.js';
import { separating } from '../signals/change-fit.js';
import { growing } from '../signals/growth.js';
import { isMoreTraffic } from '../signals/request-signals.js';
import { entityKey, EVIDENT_STRENGTH, service, type Signal } from '../signals/signal.js';
import { targetSignals } from '../signals/target-signals.js';
import { graphWithAgents, haveAgentSymptom, withoutTraffic } from './agent-traffic.js';

export interface SymptomTime {
  /** Epoch milliseconds. */
  readonly onset: number;
  /** Whether a change was measured. Otherwise the onset is only the start of the window. */
  readonly hasOnset: boolean;
  /** Whether there are requests in the window of the symptom. */
  readonly hasRequests: boolean;
  readonly bucketMs: number;
}

/** The most services whose requests are compared by attributes. */
const MAX_COMPARED = 3;
/** A deviation that was at least this part as large a week earlier belongs to the time of the week. */
const SEASONAL_PART = 0.5;

/** All that the checks of a run have found, and what follows from it. */
export class Findings {
  isSeasonal = false;
  /** Whether requests before the onset show what is normal. */
  hasNormal = true;
  readonly #signals: Signal[] = [];
  #calls: readonly CallFact[] = [];
  #graph = new ServiceGraph([]);
  #agentGraph = new ServiceGraph([]);
  #requests: readonly Signal[] = [];
  #traced: ReadonlySet<string> = new Set();
  #changes: readonly ChangeFact[] = [];
  #lifts: ReturnType<typeof separating> = [];

  constructor(
    private readonly services: readonly string[],
    readonly time: SymptomTime,
  ) {}

  add(signals: readonly Signal[]): void {
    this.#signals.push(...signals);
  }

  /** Adds what deviates now, except what deviated in the same way a week earlier. */
  addRequests(signals: readonly Signal[], weekBefore: readonly Signal[]): void {
    const fresh = signals.filter(({ name, entity, strength }) => {
      const before = weekBefore.find((one) => one.name === name && entityKey(one.entity) === entityKey(entity));
      return !before || before.strength < strength * SEASONAL_PART;
    });
    this.#requests = signals;
    this.isSeasonal = signals.length > 0 && fresh.length === 0;
    this.add(fresh);
  }

  addCalls(calls: readonly CallFact[], signals: readonly Signal[]): void {
    this.#calls = calls;
    this.#graph = new ServiceGraph(calls);
    this.add(signals);
  }

  /** Adds what the spans of services tell, and of targets without spans what their callers tell. */
  addOperations(operations: readonly OperationFact[], signals: readonly Signal[]): void {
    this.#traced = new Set(operations.map(({ service: name }) => name));
    this.add(signals);
    this.add(targetSignals(this.#calls, this.#traced));
  }

  /** Adds what runs of agents tell. Without a measured map, other parts of the system stay as reachable as they are. */
  addAgents(rows: readonly AgentBucket[], signals: readonly Signal[]): void {
    this.#agentGraph = graphWithAgents(this.#calls, rows);
    if (!this.#graph.isEmpty) this.#graph = this.#agentGraph;
    this.add(withoutTraffic(signals, this.#requests, this.#agentGraph));
  }

  addChanges(changes: readonly ChangeFact[]): void {
    this.#changes = [...this.#changes, ...changes];
  }

  addAttributes(facts: AttributeFacts): void {
    this.#lifts = [...separating(facts), ...this.#lifts];
  }

  addShares(facts: ShareFacts): void {
    this.#lifts = [...this.#lifts, ...growing(facts)];
  }

  /** Whether a service has more requests than usual. */
  isBusier(name: string): boolean {
    return this.#requests.some((signal) => signal.entity.name === name && isMoreTraffic(signal));
  }

  suspects(): Suspect[] {
    return toSuspects(this.#candidates(), this.#changes, this.#lifts, this.time.onset);
  }

  judge(notLookedAt: readonly EvidenceKind[]): Judgement {
    // Services whose agents cost more or fail may have requests that are as usual.
    const services = haveAgentSymptom(this.services, this.#signals, this.#agentGraph) ? [] : this.services;
    const { hasNormal } = this;
    const [graph, traced] = [this.#graph, this.#traced];
    return judge({ suspects: this.suspects(), services, graph, traced, hasNormal, notLookedAt, ...this.time });
  }

  /** The services whose bad requests are compared with good ones: those that may be the cause, and those of the symptom. */
  servicesToCompare(): string[] {
    const likely = this.#candidates().flatMap(({ entity, explainedBy }) =>
      entity.type === 'service' && !explainedBy ? [entity.name] : [],
    );
    return [...new Set([...likely.slice(0, MAX_COMPARED - 1), ...this.services])].slice(0, MAX_COMPARED);
  }

  /** Milliseconds from which a request counts as slow; undefined if errors are the symptom. */
  slowerThanMs(services: readonly string[]): number | undefined {
    const own = this.#signals.filter(({ entity }) => entity.type === 'service' && services.includes(entity.name));
    if (own.some(({ name }) => name === 'error_rate' || name === 'own_errors')) return undefined;
    const normal = own.find(({ name }) => name === 'latency')?.rows[0]?.['latency_ms'];
    return typeof normal === 'number' ? normal : undefined;
  }

  /** The service of the symptom whose requests have become slow, and the milliseconds beyond which they are. Undefined if none have. */
  slowService(): { readonly name: string; readonly slowerThanMs: number } | undefined {
    const keys = new Set(this.#symptom().map(entityKey));
    const [slowest] = this.#signals
      .filter(
        ({ name, strength, entity }) =>
          name === 'latency' && strength >= EVIDENT_STRENGTH && keys.has(entityKey(entity)),
      )
      .sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0));
    const normal = slowest?.rows[0]?.['latency_ms'];
    return slowest && typeof normal === 'number' ? { name: slowest.entity.name, slowerThanMs: normal } : undefined;
  }

  /** The services whose requests count as affected; empty if none is known, as then every failed request would count. */
  affectedServices(): string[] {
    if (this.services.length > 0) return [...this.services];
    return [...new Set(this.suspects().flatMap(({ services }) => services))].slice(0, MAX_COMPARED);
  }

  #candidates(): Candidate[] {
    const symptom = this.#symptom();
    const combined = combineRanks(weighByImpact(this.#signals, symptom), this.#traced);
    return orderByJump(combined, this.#graph, symptom, this.#traced);
  }

  /**
   * The services in which the symptom was seen. If nobody named them: those that no other one calls and whose requests fail or are slow,
   * because that is where users are; without such services, all whose requests fail or are slow.
   */
  #symptom(): Entity[] {
    if (this.services.length > 0) return this.services.map(service);
    const troubled = this.#signals
      .filter(({ name, entity }) => (name === 'error_rate' || name === 'latency') && entity.type === 'service')
      .map(({ entity }) => entity);
    const entries = troubled.filter((entity) => this.#graph.isEntry(entity));
    return entries.length > 0 ? entries : troubled;
  }
}
