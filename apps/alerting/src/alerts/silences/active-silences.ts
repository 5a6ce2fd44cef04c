import { Injectable } from '@nestjs/common';
import { readJson, type Transaction } from '@svc/relational';
import { EventLoopYielder } from '@svc/runtime';
import { LRUCache } from 'lru-cache';
import { compileMatchers, toMatchable, type Labels, type Matchable, type SilenceMatcher } from './matcher.js';
import { SilencesRepository } from './silences.repository.js';

type Test = (labels: Labels) => boolean;

interface Silence {
  readonly id: string;
  readonly test: Test;
}

/** Compiled matchers of silences; matchers never change. */
const CACHED = 1_000;

/** The silences that are active at one moment. */
export class SilencesNow {
  readonly #yielder = new EventLoopYielder(1);

  constructor(private readonly byProject: ReadonlyMap<string, readonly Silence[]>) {}

  /** ID of the first silence that matches; null without one. Gives other requests a turn, because a project can have hundreds. */
  async find(projectId: string, alert: Matchable): Promise<string | null> {
    const labels = toMatchable(alert);
    for (const { id, test } of this.byProject.get(projectId) ?? []) {
      if (test(labels)) return id;
      if (this.#yielder.isDue()) await this.#yielder.yield();
    }
    return null;
  }
}

/** Reads the silences that are active, and keeps their expressions compiled. */
@Injectable()
export class ActiveSilences {
  readonly #compiled = new LRUCache<string, Test>({ max: CACHED });

  constructor(private readonly silences: SilencesRepository) {}

  async at(tx: Transaction, projectIds: readonly string[], now: Date): Promise<SilencesNow> {
    const active = projectIds.length === 0 ? [] : await this.silences.active(tx, [...new Set(projectIds)], now);
    const byProject = new Map<string, Silence[]>();
    const yielder = new EventLoopYielder(1);
    for (const { id, projectId, matchers } of active) {
      const test = this.#test(id, readJson<SilenceMatcher[]>(matchers));
      const others = byProject.get(projectId);
      if (others) others.push({ id, test });
      else byProject.set(projectId, [{ id, test }]);
      if (yielder.isDue()) await yielder.yield();
    }
    return new SilencesNow(byProject);
  }

  #test(id: string, matchers: readonly SilenceMatcher[]): Test {
    const known = this.#compiled.get(id);
    if (known) return known;
    const test = compileMatchers(matchers);
    this.#compiled.set(id, test);
    return test;
  }
}
