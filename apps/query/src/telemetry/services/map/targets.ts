/** The target of a call that no other service answered. */
export interface Target {
  readonly type: 'database' | 'queue' | 'external';
  /** For example postgresql or kafka; '' if unknown. */
  readonly system: string;
  readonly name: string;
  /** For messages: the span receives the message from the queue. */
  readonly isReceived: boolean;
}

/** As numbered by OTLP. */
const CLIENT = 3;
const CONSUMER = 5;

/** Attribute names from OpenTelemetry's semantic conventions: newer names come before the former ones. */
const NAMES = {
  databaseSystem: ['db.system.name', 'db.system'],
  database: ['db.namespace', 'db.name', 'db.instance'],
  messagingSystem: ['messaging.system'],
  // The template comes before the name, so that queue names with IDs in them are one queue.
  destination: ['messaging.destination.template', 'messaging.destination.name', 'messaging.destination'],
  operation: ['messaging.operation.type', 'messaging.operation'],
  isTemporary: ['messaging.destination.temporary', 'messaging.temp_destination'],
  peer: ['service.peer.name', 'peer.service'],
  host: [
    'server.address',
    'net.peer.name',
    'net.sock.peer.name',
    'http.host',
    'url.full',
    'http.url',
    'network.peer.address',
    'net.peer.ip',
  ],
  port: ['server.port', 'net.peer.port'],
  other: ['gen_ai.provider.name', 'gen_ai.system', 'faas.invoked_name', 'rpc.service'],
} as const satisfies Record<string, readonly string[]>;

/** Attributes with URLs; only the host is used. */
export const URL_ATTRIBUTES = ['url.full', 'http.url'];
/** All attributes that identify the target of a span. */
export const TARGET_ATTRIBUTES: readonly string[] = Object.values(NAMES).flat();

/** Those of them with a name; the others only describe it. */
export const NAMING_ATTRIBUTES: readonly string[] = Object.entries(NAMES)
  .filter(([part]) => !['operation', 'isTemporary', 'port'].includes(part))
  .flatMap(([, names]) => names);
export const OPERATION_ATTRIBUTES: readonly string[] = NAMES.operation;

/** The default ports of HTTP carry no information. */
const DEFAULT_PORTS = ['', '80', '443'];
/** CLIENT spans also fetch and settle messages. */
export const RECEIVING: readonly string[] = ['receive', 'process', 'deliver', 'settle'];

/** The target of a CLIENT, PRODUCER or CONSUMER span; undefined if its attributes do not name one. */
export function findTarget(kind: number, attributes: ReadonlyMap<string, string>): Target | undefined {
  const first = (names: readonly string[]): string =>
    names.map((name) => attributes.get(name) ?? '').find((value) => value !== '') ?? '';
  const [host, port] = [first(NAMES.host), first(NAMES.port)];
  const place = host === '' || DEFAULT_PORTS.includes(port) || host.includes(':') ? host : `${host}:${port}`;
  const databaseSystem = first(NAMES.databaseSystem);
  if (databaseSystem !== '') return target('database', databaseSystem, first(NAMES.database) || place);
  const [messagingSystem, destination] = [first(NAMES.messagingSystem), first(NAMES.destination)];
  if (messagingSystem !== '' || destination !== '') {
    const isReceived = kind === CONSUMER || (kind === CLIENT && RECEIVING.includes(first(NAMES.operation)));
    const name = first(NAMES.isTemporary) === 'true' ? '(temporary)' : destination;
    return { ...target('queue', messagingSystem, name), isReceived };
  }
  const name = first(NAMES.peer) || place || first(NAMES.other);
  return kind === CONSUMER || name === '' ? undefined : target('external', '', name);
}

function target(type: Target['type'], system: string, name: string): Target {
  return { type, system, name, isReceived: false };
}
