import type { Attributes } from './records.js';

/** The handling of a request or a message by a service, with what it calls in turn. */
export interface Operation {
  readonly service: string;
  readonly name: string;
  /** Milliseconds of its own. */
  readonly ownMs: number;
  readonly calls: readonly (Operation | Target | Queue | Agent)[];
}

/** A part of the system without telemetry of its own. */
export interface Target {
  readonly target: string;
  readonly name: string;
  readonly ms: number;
  readonly attributes: Attributes;
}

/** A queue to which a message is sent, with the operations that receive it later. */
export interface Queue {
  readonly queue: string;
  readonly receivers: readonly Operation[];
}

/** A run of an agent that calls a model. */
export interface Agent {
  readonly agent: string;
  /** Calls of models in a run, and input tokens of each. */
  readonly modelCalls: number;
  readonly tokens: number;
  readonly model: string;
}

export const INSTANCES = 3;

const database = (system: string, name: string, statement: string, ms: number): Target => ({
  target: name,
  name: statement,
  ms,
  attributes: { 'db.system.name': system, 'db.namespace': name, 'server.address': `${system}.shop.internal` },
});
const host = (address: string, name: string, ms: number): Target => ({
  target: address,
  name,
  ms,
  attributes: { 'server.address': address, 'server.port': 443 },
});
const operation = (service: string, name: string, ownMs: number, ...calls: Operation['calls']): Operation => ({
  service,
  name,
  ownMs,
  calls,
});

const STOCK_DB = (statement: string): Target => database('postgresql', 'inventory', statement, 6);
const readCart = operation('cart', 'GET /items', 4, database('redis', 'sessions', 'GET', 1.5));
const charge = operation(
  'payments',
  'POST /charge',
  9,
  // It has no telemetry: only its caller knows it.
  host('fraud.shop.internal', 'POST /score', 35),
  host('api.cardnet.example', 'POST /v2/charges', 90),
);
const ORDERS: Queue = {
  queue: 'orders',
  receivers: [
    operation('shipping', 'process orders', 25, database('postgresql', 'shipments', 'INSERT shipment', 8)),
    operation('mailer', 'process orders', 18, host('smtp.mailrelay.example', 'SEND', 60)),
  ],
};

/** The requests to the shop from outside, with their shares. */
export const ENTRIES: readonly { readonly share: number; readonly operation: Operation }[] = [
  {
    share: 0.28,
    operation: operation(
      'web',
      'GET /search',
      8,
      operation('search', 'GET /query', 22, database('opensearch', 'products', 'search', 30)),
    ),
  },
  {
    share: 0.26,
    operation: operation(
      'web',
      'GET /product/{id}',
      7,
      operation('catalog', 'GET /products/{id}', 12, database('mysql', 'articles', 'SELECT product', 9)),
      operation('stock', 'GET /level', 5, STOCK_DB('SELECT level')),
    ),
  },
  {
    share: 0.14,
    operation: operation(
      'web',
      'POST /cart',
      6,
      operation('cart', 'POST /items', 6, database('redis', 'sessions', 'SET', 1.5)),
    ),
  },
  {
    share: 0.22,
    operation: operation(
      'web',
      'POST /checkout',
      9,
      operation(
        'checkout',
        'POST /orders',
        15,
        readCart,
        operation('stock', 'POST /reserve', 8, STOCK_DB('UPDATE level')),
        charge,
        database('postgresql', 'sales', 'INSERT order', 11),
        ORDERS,
      ),
    ),
  },
  {
    share: 0.1,
    operation: operation(
      'web',
      'POST /ask',
      6,
      operation('assistant', 'POST /answers', 12, {
        agent: 'support',
        modelCalls: 2,
        tokens: 1_400,
        model: 'gpt-4o-mini',
      }),
    ),
  },
];

export const SERVICES = [
  'web',
  'search',
  'catalog',
  'stock',
  'cart',
  'checkout',
  'payments',
  'shipping',
  'mailer',
  'assistant',
];
