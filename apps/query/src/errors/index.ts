export { ErrorReadsModule } from './error-reads.module.js';
export { toErrorEvent } from './events/error-event.message.js';
export { ErrorsService } from './events/errors.service.js';
export { ErrorsModule } from './errors.module.js';
export { IssuesModule } from './issues/issues.module.js';
export { IssuesRepository } from './issues/issues.repository.js';
export { ReleasesModule } from './releases/releases.module.js';
export { ReleasesRepository } from './releases/releases.repository.js';
