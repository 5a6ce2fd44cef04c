import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { KeysModule } from '../workspace/keys/keys.module.js';
import { AdmissionGuard } from './admission.guard.js';
import { Admission } from './admission.js';
import { Authenticator } from './authenticator.js';
import { ProjectGate } from './project-gate.js';

/** Decides which credential may send which request. */
@Module({
  imports: [AuditModule, KeysModule],
  providers: [Admission, AdmissionGuard, Authenticator, ProjectGate],
  exports: [Admission, AdmissionGuard, Authenticator],
})
export class AdmissionModule {}
