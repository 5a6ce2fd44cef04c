import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { FlagSource } from '@svc/contract';
import { createRpcClient, type RpcClient } from '@svc/rpc';
import { AdmissionModule } from '../admission/admission.module.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';
import { ContextLoader } from './context-loader.js';
import { Decisions } from './decisions.js';
import { EvaluationCors } from './evaluation-cors.js';
import { Exposures } from './exposures.js';
import { FlagDecisionsController } from './flag-decisions.controller.js';
import { FlagOperations } from './flag-operations.js';
import { FlagSets } from './flag-sets.js';
import { FLAG_SOURCE } from './flag-source.js';
import { LocalDefinitionBodies } from './local-definitions.js';
import { OfrepController } from './ofrep/ofrep.controller.js';
import { Ofrep } from './ofrep/ofrep.js';

const TIMEOUT_MS = deadline(30_000);

/** Evaluates flags where requests arrive. */
@Module({
  imports: [AdmissionModule],
  controllers: [FlagDecisionsController, OfrepController],
  providers: [
    ContextLoader,
    Decisions,
    EvaluationCors,
    Exposures,
    FlagOperations,
    FlagSets,
    LocalDefinitionBodies,
    Ofrep,
    {
      provide: FLAG_SOURCE,
      inject: [OPERATIONS_OPTIONS],
      useFactory: ({ addresses, credentials, timeoutMs = TIMEOUT_MS }: OperationsOptions) =>
        createRpcClient(FlagSource, { ...credentials, address: addresses.query ?? '', timeoutMs }),
    },
  ],
  exports: [FlagOperations],
})
export class FlagsModule implements OnApplicationShutdown {
  constructor(@Inject(FLAG_SOURCE) private readonly source: RpcClient<typeof FlagSource>) {}

  onApplicationShutdown(): void {
    this.source.close();
  }
}
