export { ProductModule } from './product.module.js';
