import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { RemoteOperations, type OperationClients } from './operation-clients.js';
import { OperationHandler } from './operation-handler.js';
import { OperationMetrics } from './operation-metrics.js';
import { OPERATION_CLIENTS, OperationRunner } from './operation-runner.js';
import { OperationsController } from './operations.controller.js';
import { ShortNames } from './short-names.js';
import { Uploads } from './uploads/uploads.js';

/** Answers some operations in this process instead of calling the service that owns them. */
export interface LocalOperations {
  /** Returns clients that answer operations in this process if possible, and pass all others on. */
  before(remote: OperationClients): OperationClients;
}

/** The routes of all operations of the contract. */
@Module({})
export class OperationsModule {
  /** @param local exported by `imports`. */
  static with({
    imports,
    local,
  }: {
    imports: readonly Type[];
    local: readonly Type<LocalOperations>[];
  }): DynamicModule {
    return {
      module: OperationsModule,
      imports: [AdmissionModule, AuditModule, ...imports],
      controllers: [OperationsController],
      providers: [
        OperationHandler,
        OperationMetrics,
        OperationRunner,
        RemoteOperations,
        ShortNames,
        Uploads,
        {
          provide: OPERATION_CLIENTS,
          inject: [RemoteOperations, ...local],
          useFactory: (remote: OperationClients, ...locals: readonly LocalOperations[]) =>
            locals.reduce((clients, operations) => operations.before(clients), remote),
        },
      ],
      exports: [OperationRunner],
    };
  }
}
