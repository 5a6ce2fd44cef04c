export { ErrorsModule } from './errors.module.js';
