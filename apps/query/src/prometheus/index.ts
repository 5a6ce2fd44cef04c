export { PrometheusModule } from './prometheus.module.js';
