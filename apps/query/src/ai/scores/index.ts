export { ScoresModule } from './scores.module.js';
export { ScoresService } from './scores.service.js';
