export { SavedWorkModule } from './saved-work.module.js';
