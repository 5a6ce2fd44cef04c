export { QuestionsModule } from './questions.module.js';
