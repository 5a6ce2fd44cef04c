import type { ChannelOptions } from '@grpc/grpc-js';

/** A page of telemetry or a trace with all its spans has to fit into one message. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Of both ends. Pings find a peer that vanished without closing its connection, which TCP alone notices after minutes. */
const CHANNEL_OPTIONS: ChannelOptions = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
};

/** Without channelz grpc-js 1.14 keeps no list of its sessions, and a forced shutdown would leave every connection open. */
export const SERVER_OPTIONS: ChannelOptions = { ...CHANNEL_OPTIONS, 'grpc.enable_channelz': 1 };

/** A restarted service is found again within a second: grpc's own back-off grows to two minutes. */
export const CLIENT_OPTIONS: ChannelOptions = {
  ...CHANNEL_OPTIONS,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
};
