import { buildCollector as build, COLLECTOR_VERSION, CONTRIB, CORE } from '@svc/testing/collector';

/** Builds a Collector that exports to ClickHouse. Rejects if Go or the proxy is not available. */
export function buildCollector(): Promise<string> {
  return build('clickhouse', {
    receivers: [`${CORE}/receiver/otlpreceiver ${COLLECTOR_VERSION}`],
    processors: [`${CORE}/processor/batchprocessor ${COLLECTOR_VERSION}`],
    exporters: [`${CONTRIB}/exporter/clickhouseexporter ${COLLECTOR_VERSION}`],
    extensions: [`${CONTRIB}/extension/storage/filestorage ${COLLECTOR_VERSION}`],
  });
}
