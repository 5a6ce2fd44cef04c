import { Module, type DynamicModule } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AlertmanagerCallers } from './alertmanager-calls.js';
import { AlertmanagerController } from './alertmanager.controller.js';

/** The interface of Alertmanager. */
@Module({})
export class AlertmanagerModule {
  /** @param operations the module that runs operations. */
  static with(operations: DynamicModule): DynamicModule {
    return {
      module: AlertmanagerModule,
      imports: [AdmissionModule, operations],
      controllers: [AlertmanagerController],
      providers: [AlertmanagerCallers],
    };
  }
}
