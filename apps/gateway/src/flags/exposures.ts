import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import type { FlagSource, FlagSourceExposureSchema, ProjectContext } from '@svc/contract';
import type { CompiledFlag, Evaluation } from '@svc/flags';
import type { Logger } from '@svc/observability';
import type { Client } from '@svc/rpc';
import { LOGGER } from '@svc/runtime';
import { FLAG_SOURCE } from './flag-source.js';

/** The time for which an exposure waits for others before it is recorded. */
const FLUSH_MS = 500;
/** Exposures of one call, few enough that the recorder does not delay other calls. */
const MAX_BATCH = 250;
/** Exposures that wait; further ones are lost. */
const MAX_WAITING = 50_000;
/** Exposures that are known to have been recorded; beyond this many, all are forgotten and recorded again as the same events. */
const MAX_KNOWN = 100_000;
const DAY_MS = 86_400_000;

/** One call; a process that stops waits no longer than this for the last ones. */
const CALL_MS = deadline(3_000);
/** While the recorder does not answer. */
const RETRY_MS = 5_000;

interface Waiting {
  readonly project: ProjectContext;
  readonly exposures: MessageInitShape<typeof FlagSourceExposureSchema>[];
}

/** Records which values of flags were answered, after the answers: no request waits for it. */
@Injectable()
export class Exposures implements BeforeApplicationShutdown {
  readonly #known = new Set<string>();
  /** Waiting exposures by project. */
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;
  #lost = 0;
  #flushing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(FLAG_SOURCE) private readonly source: Pick<Client<typeof FlagSource>, 'expose'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Notes the flags of one answer. A flag that could not be evaluated has no exposure. */
  note(
    project: ProjectContext,
    distinctId: string,
    nowMs: number,
    flags: readonly CompiledFlag[],
    evaluations: readonly (Evaluation | undefined)[],
  ): void {
    const day = Math.floor(nowMs / DAY_MS);
    const waiting = this.#waiting.get(project.id) ?? { project, exposures: [] };
    this.#waiting.set(project.id, waiting);
    for (const [index, { definition }] of flags.entries()) {
      const evaluation = evaluations[index];
      if (!evaluation) continue;
      const { enabled, variant, reason } = evaluation;
      const { key: flag, version } = definition;
      if (!this.#isNew(JSON.stringify([project.id, day, flag, enabled, variant, distinctId]))) continue;
      const value = { enabled, ...(variant !== null && { variant }) };
      waiting.exposures.push({ distinctId, flag, ...value, reason, version: BigInt(version), timeMs: BigInt(nowMs) });
      this.#count += 1;
    }
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Flushes when no request adds exposures any more and the recorder, which may be in this process, still answers. */
  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  /** Records waiting exposures. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  #isNew(name: string): boolean {
    if (this.#known.has(name)) return false;
    if (this.#count >= MAX_WAITING) {
      this.#lost += 1;
      return false;
    }
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(name);
    return true;
  }

  async #flush(): Promise<void> {
    try {
      for (const [projectId, { project, exposures }] of this.#waiting) {
        while (exposures.length > 0) {
          const batch = exposures.slice(0, MAX_BATCH);
          await this.source.expose({ project, exposures: batch }, { timeoutMs: CALL_MS });
          exposures.splice(0, batch.length);
          this.#count -= batch.length;
        }
        this.#waiting.delete(projectId);
      }
      this.#timer = undefined;
    } catch (error) {
      this.logger.warn({ err: error }, 'could not record flag exposures; retrying');
      this.#timer = setTimeout(() => void this.flush(), RETRY_MS).unref();
    }
    if (this.#lost > 0) this.logger.warn({ count: this.#lost }, 'flag exposures lost: buffer full');
    this.#lost = 0;
  }
}
