import type { ChannelOptions } from '@grpc/grpc-js';

/** A page of telemetry or a trace with all its spans must fit one message. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Options of both ends. Pings detect a peer that disappeared without closing its connection, which TCP alone notices after minutes. */
const CHANNEL_OPTIONS: ChannelOptions = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
};

/** Without channelz grpc-js 1.14 keeps no list of its sessions, and a forced shutdown would leave every connection open. */
export const SERVER_OPTIONS: ChannelOptions = { ...CHANNEL_OPTIONS, 'grpc.enable_channelz': 1 };

/** Milliseconds after which a client resolves the name of a service again to find new processes. */
export const RENEW_AFTER_MS = 60_000;

/**
 * Calls go to the processes of a service by turns; the default of grpc is the first that it reaches. Reconnects to a restarted service
 * within a second; the default backoff of grpc grows to two minutes.
 */
export const CLIENT_OPTIONS: ChannelOptions = {
  ...CHANNEL_OPTIONS,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Names are resolved again when a connection ends, by default not more often than every 30 seconds.
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  // Otherwise each resolution also queries a TXT record.
  'grpc.service_config_disable_resolution': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
};
