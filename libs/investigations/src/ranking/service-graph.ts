import type { CallFact } from '../facts/facts.js';
import type { Entity } from '../model.js';
import { entityKey, service } from '../signals/signal.js';

/** The measured calls between services in either window. */
export class ServiceGraph {
  readonly #callees = new Map<string, Set<string>>();
  readonly #distances = new Map<string, ReadonlyMap<string, number>>();
  readonly #entities = new Map<string, Entity>();

  constructor(calls: readonly CallFact[]) {
    for (const { caller, callee } of calls) {
      const from = this.#add(service(caller));
      const to = this.#add(callee);
      if (from !== to) this.#callees.get(from)?.add(to);
    }
  }

  get isEmpty(): boolean {
    return this.#entities.size === 0;
  }

  /** Every part of the system that calls or is called. */
  get entities(): readonly Entity[] {
    return [...this.#entities.values()];
  }

  /** Number of calls between an entity and each one that it calls directly or through others; the entity itself is 0. */
  distancesFrom(entity: Entity): ReadonlyMap<string, number> {
    const from = entityKey(entity);
    const known = this.#distances.get(from);
    if (known) return known;
    const distances = new Map([[from, 0]]);
    // Keys that are added while the loop runs are visited, too.
    for (const [key, distance] of distances) {
      for (const callee of this.#callees.get(key) ?? []) {
        if (!distances.has(callee)) distances.set(callee, distance + 1);
      }
    }
    this.#distances.set(from, distances);
    return distances;
  }

  /** Whether an entity calls others, and no other one calls it. */
  isEntry(entity: Entity): boolean {
    const key = entityKey(entity);
    const callsOthers = (this.#callees.get(key)?.size ?? 0) > 0;
    return callsOthers && ![...this.#callees.values()].some((callees) => callees.has(key));
  }

  /** Whether one of two entities calls the other one, directly or through others. */
  areConnected(a: Entity, b: Entity): boolean {
    return this.distancesFrom(a).has(entityKey(b)) || this.distancesFrom(b).has(entityKey(a));
  }

  #add(entity: Entity): string {
    const key = entityKey(entity);
    this.#entities.set(key, entity);
    if (!this.#callees.has(key)) this.#callees.set(key, new Set());
    return key;
  }
}
