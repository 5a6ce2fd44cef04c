import { sql, type Sql } from '../../statement/index.js';

/** The first that a span has, else ''. The newer name of a thing stands before its former ones. */
const TEXTS = sql`coalesce(nullIf(attributes['db.system.name'], ''), attributes['db.system']) AS database_system,
  coalesce(nullIf(attributes['db.namespace'], ''), nullIf(attributes['db.name'], ''), attributes['db.instance']) AS database,
  attributes['messaging.system'] AS messaging_system,
  coalesce(nullIf(attributes['messaging.destination.template'], ''), nullIf(attributes['messaging.destination.name'], ''),
    attributes['messaging.destination']) AS destination,
  coalesce(nullIf(attributes['messaging.operation.type'], ''), attributes['messaging.operation']) AS operation_type,
  'true' IN (attributes['messaging.destination.temporary'], attributes['messaging.temp_destination']) AS is_temporary,
  coalesce(nullIf(attributes['service.peer.name'], ''), attributes['peer.service']) AS peer,
  coalesce(nullIf(attributes['server.address'], ''), nullIf(attributes['net.peer.name'], ''),
    nullIf(attributes['net.sock.peer.name'], ''), nullIf(attributes['http.host'], ''),
    nullIf(attributes['network.peer.address'], ''), attributes['net.peer.ip']) AS host,
  coalesce(nullIf(attributes['server.port'], ''), attributes['net.peer.port']) AS port,
  domain(coalesce(nullIf(attributes['url.full'], ''), attributes['http.url'])) AS host_of_url,
  coalesce(nullIf(attributes['gen_ai.provider.name'], ''), nullIf(attributes['gen_ai.system'], ''),
    nullIf(attributes['faas.invoked_name'], ''), attributes['rpc.service']) AS other_peer`;

/** The ports of HTTP say nothing. */
const PLACE = sql`multiIf(host = '', host_of_url, port IN ('', '80', '443') OR position(host, ':') > 0, host, concat(host, ':', port)) AS place`;

/** Fetching messages and settling them is a CLIENT's (3) work too, beside a CONSUMER's (5). */
const IS_RECEIVED = sql`kind = 5 OR (kind = 3 AND operation_type IN ('receive', 'process', 'deliver', 'settle')) AS is_received`;

/**
 * Columns that say what a span of kind CLIENT, PRODUCER or CONSUMER leads to, by the names of OpenTelemetry's semantic conventions:
 * `target` is (type, system, name), the type '' where nothing is known of it.
 */
export const TARGET: Sql = sql`${TEXTS},
  ${PLACE},
  ${IS_RECEIVED},
  multiIf(
    database_system != '', ('database', database_system, if(database != '', database, place)),
    messaging_system != '' OR destination != '', ('queue', messaging_system, if(is_temporary, '(temporary)', destination)),
    kind = 5, ('', '', ''),
    peer != '', ('external', '', peer),
    place != '', ('external', '', place),
    ('external', '', other_peer)) AS named_target,
  if(named_target.3 = '' AND named_target.1 = 'external', ('', '', ''), named_target) AS target`;
