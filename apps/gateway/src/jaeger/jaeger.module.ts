import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { JaegerCalls } from './jaeger-calls.js';
import { JaegerClient } from './jaeger-client.js';
import { JaegerV1Controller } from './jaeger-v1.controller.js';
import { JaegerV3Controller } from './jaeger-v3.controller.js';

/** The query interface of Jaeger. */
@Module({
  imports: [AdmissionModule],
  controllers: [JaegerV3Controller, JaegerV1Controller],
  providers: [JaegerCalls, JaegerClient],
})
export class JaegerModule {}
