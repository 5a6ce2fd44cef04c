/** What a span leads to when no other service answered it. */
export interface Target {
  readonly type: 'database' | 'queue' | 'external';
  /** As in postgresql or kafka; ''. */
  readonly system: string;
  readonly name: string;
  /** Of a message: the span takes it from the queue. */
  readonly isReceived: boolean;
}

/** As OTLP numbers kinds. */
const CLIENT = 3;
const CONSUMER = 5;

/** By OpenTelemetry's semantic conventions: the newer name of a thing stands before its former ones. */
const NAMES = {
  databaseSystem: ['db.system.name', 'db.system'],
  database: ['db.namespace', 'db.name', 'db.instance'],
  messagingSystem: ['messaging.system'],
  // A template before the name: names with ids in them are one queue.
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

/** Addresses in the web: of these only the host tells something. */
export const URL_ATTRIBUTES = ['url.full', 'http.url'];
/** All attributes that tell what a span leads to. */
export const TELLING_ATTRIBUTES: readonly string[] = Object.values(NAMES).flat();

/** The ports of HTTP say nothing. */
const USUAL_PORTS = ['', '80', '443'];
/** Fetching messages and settling them is a CLIENT's work too. */
const RECEIVING = ['receive', 'process', 'deliver', 'settle'];

/** Of a span of kind CLIENT, PRODUCER or CONSUMER; undefined where nothing is known of what it leads to. */
export function targetOf(kind: number, attributes: ReadonlyMap<string, string>): Target | undefined {
  const first = (names: readonly string[]): string =>
    names.map((name) => attributes.get(name) ?? '').find((value) => value !== '') ?? '';
  const [host, port] = [first(NAMES.host), first(NAMES.port)];
  const place = host === '' || USUAL_PORTS.includes(port) || host.includes(':') ? host : `${host}:${port}`;
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
