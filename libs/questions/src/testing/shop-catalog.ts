import type { Catalog } from '../catalog/catalog.js';

/** The names of an invented project on which the question sets are judged. `search` is both a service and an event. */
export const SHOP: Catalog = {
  services: ['checkout', 'payments-api', 'payments-worker', 'web', 'search', 'auth', 'billing', 'inventory'],
  environments: ['production', 'staging', 'dev'],
  events: [
    'order placed',
    'signed_up',
    'checkout_started',
    'checkout completed',
    'search',
    '$pageview',
    'button clicked',
    'plan_upgraded',
  ],
  metrics: [
    { name: 'http.server.duration', type: 'histogram', monotonic: false },
    { name: 'http.server.requests', type: 'sum', monotonic: true },
    { name: 'process.memory.usage', type: 'gauge', monotonic: false },
    { name: 'system.cpu.utilization', type: 'gauge', monotonic: false },
    { name: 'queue.depth', type: 'gauge', monotonic: false },
    { name: 'db.pool.active', type: 'sum', monotonic: false },
    { name: 'jvm.gc.pause', type: 'histogram', monotonic: false },
    { name: 'orders.total', type: 'sum', monotonic: true },
  ],
  attributes: ['http.status_code', 'http.route', 'tenant', 'user_agent', 'region', 'order.id', 'k8s.pod.name'],
  agents: ['support-bot', 'order-assistant', 'researcher'],
  models: ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5', 'text-embedding-3-small'],
  providers: ['openai', 'anthropic'],
  errorTypes: ['TypeError', 'TimeoutError', 'ConnectionRefusedError', 'NullPointerException', 'PaymentDeclined'],
};
