export { CatalogLoader } from './catalog/catalog-loader.js';
export { QuestionsModule } from './questions.module.js';
