import { Injectable, Module } from '@nestjs/common';
import type { ProjectIdentity } from '@svc/reading/statement';

/** A domain that stores data of persons in tables of its own. */
export interface Erasable {
  /** Erases what only rows of the person lead to, before these are deleted. Repeated as `erasePerson` is. */
  beforeErasure?(ids: readonly string[], project: ProjectIdentity, signal: AbortSignal): Promise<void>;
  /**
   * Erases the data of a person. Repeated until the whole erasure is complete.
   * @param ids all distinct IDs of the person.
   */
  erasePerson(ids: readonly string[], project: ProjectIdentity): Promise<void>;
}

/** The domains that take part in every erasure of a person. They register in their constructors. */
@Injectable()
export class Erasables implements Erasable {
  readonly #domains: Erasable[] = [];

  register(domain: Erasable): void {
    this.#domains.push(domain);
  }

  async beforeErasure(ids: readonly string[], project: ProjectIdentity, signal: AbortSignal): Promise<void> {
    for (const domain of this.#domains) await domain.beforeErasure?.(ids, project, signal);
  }

  async erasePerson(ids: readonly string[], project: ProjectIdentity): Promise<void> {
    for (const domain of this.#domains) await domain.erasePerson(ids, project);
  }
}

@Module({ providers: [Erasables], exports: [Erasables] })
export class ErasablesModule {}
