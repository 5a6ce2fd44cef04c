import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { ConsoleController } from './console.controller.js';

/** The web console. Needs REPLAY_ORIGIN. */
@Module({ imports: [AdmissionModule], controllers: [ConsoleController] })
export class ConsoleModule {}
