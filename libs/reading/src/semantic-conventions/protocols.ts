/**
 * Former names of attributes of requests, calls and messages, by their current name; of several former ones the newest first. A former name
 * that was itself renamed is listed with the name of today, not with its successor.
 *
 * The source is OpenTelemetry's schema 1.44.0 (`rename_attributes` of https://opentelemetry.io/schemas/1.44.0) and, for `net.peer.*` and
 * `net.sock.*`, the migration guide of HTTP (https://opentelemetry.io/docs/specs/semconv/non-normative/http-migration/).
 *
 * Not in the table, because values would lose their meaning: attributes that were split (`http.target`), whose values are written in
 * another way (`http.flavor`, `net.transport`, `messaging.operation`, `rpc.grpc.status_code`), whose old name is a common word
 * (`message.type`, `state`) or the beginning of other names (`k8s.pod.labels`), and those in use again (`enduser.id`). Renames of single
 * databases and queues that are seldom sent are left out where a group is full.
 */
export const PROTOCOLS: Readonly<Record<string, readonly string[]>> = {
  'http.request.method': ['http.method'],
  'http.response.status_code': ['http.status_code'],
  'http.request.body.size': ['http.request_content_length'],
  'http.response.body.size': ['http.response_content_length'],
  'http.request.resend_count': ['http.resend_count', 'http.retry_count'],
  'url.full': ['http.url'],
  'url.scheme': ['http.scheme'],
  'user_agent.original': ['http.user_agent', 'browser.user_agent'],
  'client.address': ['http.client_ip'],
  'server.address': ['net.peer.name', 'net.host.name'],
  'server.port': ['net.peer.port', 'net.host.port'],
  'network.peer.address': ['net.sock.peer.addr', 'net.peer.ip'],
  'network.peer.port': ['net.sock.peer.port'],
  'network.local.address': ['net.sock.host.addr', 'net.host.ip'],
  'network.local.port': ['net.sock.host.port'],
  'network.protocol.name': ['net.protocol.name', 'net.app.protocol.name', 'messaging.protocol'],
  'network.protocol.version': ['net.protocol.version', 'net.app.protocol.version', 'messaging.protocol_version'],
  'network.connection.type': ['net.host.connection.type'],
  'network.connection.subtype': ['net.host.connection.subtype'],
  'network.connection.state': ['system.network.state'],
  'network.carrier.name': ['net.host.carrier.name'],
  'network.carrier.mcc': ['net.host.carrier.mcc'],
  'network.carrier.mnc': ['net.host.carrier.mnc'],
  'network.carrier.icc': ['net.host.carrier.icc'],
  'network.io.direction': ['system.network.io.direction'],

  'db.system.name': ['db.system'],
  'db.namespace': ['db.name', 'db.cassandra.keyspace', 'db.hbase.namespace'],
  'db.collection.name': ['db.sql.table', 'db.mongodb.collection', 'db.cassandra.table'],
  'db.operation.name': ['db.operation'],
  'db.query.text': ['db.statement'],
  'db.client.connection.state': ['db.client.connections.state'],
  'db.client.connection.pool.name': ['db.client.connections.pool.name'],
  'cassandra.consistency.level': ['db.cassandra.consistency_level'],
  'cassandra.coordinator.dc': ['db.cassandra.coordinator.dc'],
  'cassandra.coordinator.id': ['db.cassandra.coordinator.id'],
  'cassandra.page.size': ['db.cassandra.page_size'],
  'cassandra.query.idempotent': ['db.cassandra.idempotence'],
  'cassandra.speculative_execution.count': ['db.cassandra.speculative_execution_count'],
  'azure.client.id': ['db.cosmosdb.client_id'],
  'azure.cosmosdb.connection.mode': ['db.cosmosdb.connection_mode'],
  'azure.cosmosdb.consistency.level': ['db.cosmosdb.consistency_level'],
  'azure.cosmosdb.operation.contacted_regions': ['db.cosmosdb.regions_contacted'],
  'azure.cosmosdb.operation.request_charge': ['db.cosmosdb.request_charge'],
  'azure.cosmosdb.request.body.size': ['db.cosmosdb.request_content_length'],
  'azure.cosmosdb.response.sub_status_code': ['db.cosmosdb.sub_status_code'],
  'elasticsearch.node.name': ['db.elasticsearch.node.name'],

  'messaging.client.id': ['messaging.client_id', 'messaging.kafka.client_id', 'messaging.rocketmq.client_id'],
  'messaging.consumer.group.name': [
    'messaging.kafka.consumer.group',
    'messaging.rocketmq.client_group',
    'messaging.kafka.consumer_group',
  ],
  'messaging.destination.name': ['messaging.destination'],
  'messaging.destination.partition.id': ['messaging.kafka.destination.partition', 'messaging.kafka.partition'],
  'messaging.destination.subscription.name': ['messaging.servicebus.destination.subscription_name'],
  'messaging.destination.temporary': ['messaging.temp_destination'],
  'messaging.kafka.message.key': ['messaging.kafka.message_key'],
  'messaging.kafka.message.tombstone': ['messaging.kafka.tombstone'],
  'messaging.kafka.offset': ['messaging.kafka.message.offset'],
  'messaging.message.body.size': ['messaging.message.payload_size_bytes', 'messaging.message_payload_size_bytes'],
  'messaging.message.conversation_id': ['messaging.conversation_id'],
  'messaging.message.id': ['messaging.message_id'],
  'messaging.rabbitmq.destination.routing_key': ['messaging.rabbitmq.routing_key'],
  'messaging.rocketmq.message.keys': ['messaging.rocketmq.message_keys'],
  'messaging.rocketmq.message.tag': ['messaging.rocketmq.message_tag'],
  'messaging.rocketmq.message.type': ['messaging.rocketmq.message_type'],

  'rpc.system.name': ['rpc.system'],
  'jsonrpc.request.id': ['rpc.jsonrpc.request_id'],
  'jsonrpc.protocol.version': ['rpc.jsonrpc.version'],
  'service.peer.name': ['peer.service'],
};
