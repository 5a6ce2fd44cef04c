import { Module } from '@nestjs/common';
import { JaegerModule } from './jaeger/jaeger.module.js';
import { LogsModule } from './logs/logs.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { SearchModule } from './search/search.module.js';
import { ServicesModule } from './services/services.module.js';
import { TracesModule } from './traces/traces.module.js';

/** Reads traces, logs and metrics, and data derived from them. */
@Module({ imports: [JaegerModule, LogsModule, MetricsModule, SearchModule, ServicesModule, TracesModule] })
export class TelemetryModule {}
