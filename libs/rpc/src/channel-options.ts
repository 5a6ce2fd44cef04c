import type { ChannelOptions } from '@grpc/grpc-js';

/** A page of telemetry or a trace with all its spans has to fit into one message. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Of both ends. Pings find a peer that vanished without closing its connection, which TCP alone notices after minutes. */
export const CHANNEL_OPTIONS: ChannelOptions = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.enable_channelz': 0,
};

/** A restarted service is found again within a second: grpc's own back-off grows to two minutes. */
export const RECONNECT_OPTIONS: ChannelOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
};
