export { FiguresModule } from './figures.module.js';
export { ModelUsage } from './reads/model-usage.js';
export type { Sums } from './reads/sums.js';
