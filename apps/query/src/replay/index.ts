export { selectRecordingsOf } from './reads/recordings.query.js';
export { ReplayModule } from './replay.module.js';
