export { SilencingModule } from './silencing.module.js';
