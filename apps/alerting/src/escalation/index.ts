export type { EscalationEntry, EscalationSubject, SubjectMoment, SubjectName } from './engine/escalation-subjects.js';
export { EscalationSubjects } from './engine/escalation-subjects.js';
export { Escalations, type EscalationStart, type EscalationStop } from './engine/escalations.js';
export { RunningEscalationsRepository } from './engine/running-escalations.repository.js';
export { EscalationModule } from './escalation.module.js';
export { ChannelsRepository } from './policies/channels.repository.js';
export { parseDelay } from './policies/delay.js';
export { PoliciesRepository } from './policies/policies.repository.js';
