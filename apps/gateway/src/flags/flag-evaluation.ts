import type { PubSub } from '@svc/cache';
import { FlagSource } from '@svc/contract';
import type { Logger } from '@svc/observability';
import { createRpcClient, type RpcClientOptions } from '@svc/rpc';
import type { Clock } from '@svc/service';
import { Askers } from './askers.js';
import { Decisions } from './decide.js';
import { Exposures } from './exposures.js';
import { FlagSets } from './flag-sets.js';
import { Ofrep } from './ofrep.js';

export interface FlagEvaluationOptions {
  /** Where the owner of flags and persons answers. */
  readonly source: RpcClientOptions;
  readonly pubSub: PubSub;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Evaluation of flags where requests arrive. */
export interface FlagEvaluation {
  readonly decisions: Decisions;
  readonly ofrep: Ofrep;
  /** After a change of a project's flags. */
  refresh(projectId: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startFlagEvaluation(options: FlagEvaluationOptions): Promise<FlagEvaluation> {
  const { source, pubSub, clock, logger } = options;
  const client = createRpcClient(FlagSource, source);
  const sets = await FlagSets.start(client, pubSub);
  const exposures = new Exposures(client, logger);
  const decisions = new Decisions(sets, new Askers(client, logger), exposures, clock);
  return {
    decisions,
    ofrep: new Ofrep(sets, decisions, clock),
    refresh: (projectId) => sets.refresh(projectId),
    async stop() {
      await sets.stop();
      await exposures.flush();
      client.close();
    },
  };
}
