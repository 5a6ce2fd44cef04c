export { ErrorReadsModule } from './error-reads.module.js';
export { toErrorEvent } from './events/error-event.message.js';
export { ErrorsService } from './events/errors.service.js';
export { ErrorsModule } from './errors.module.js';
