import { METRIC_SERIES } from '@svc/tables';
import { AttributesColumn } from '../../attributes/attributes-column.js';
import { buildTable } from '../../native/block.js';
import { FixedColumn } from '../../native/fixed-column.js';
import { LowCardinalityColumn } from '../../native/low-cardinality-column.js';
import { StringColumn } from '../../native/string-column.js';
import { KnownKeys, type IsKnown } from '../../resource/known-keys.js';
import type { Promoted, Resource } from '../../resource/resource.js';
import type { Scope } from '../../resource/scope.js';
import type { Ranges } from '../../wire/ranges.js';
import type { WireReader } from '../../wire/reader.js';
import type { MetricFields } from './metric-fields.js';
import { METRIC_PATHS } from './metric-walker.js';

/** Properties of a stream at its first point. */
export interface Series {
  readonly projectNumber: number;
  readonly low: number;
  readonly high: number;
  readonly day: number;
  /** Time of receipt in seconds since the epoch. */
  readonly seconds: number;
}

/** Describes each metric stream once. */
export class SeriesTable {
  readonly keys: KnownKeys;
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly metricName = new LowCardinalityColumn();
  private readonly seriesHash = new FixedColumn('UInt64');
  private readonly type = new FixedColumn('UInt8');
  private readonly temporality = new FixedColumn('UInt8');
  private readonly isMonotonic = new FixedColumn('Bool');
  private readonly unit = new LowCardinalityColumn();
  private readonly description = new StringColumn();
  private readonly serviceName = new LowCardinalityColumn();
  private readonly environment = new LowCardinalityColumn();
  private readonly instance = new LowCardinalityColumn();
  private readonly job = new LowCardinalityColumn();
  private readonly scopeName = new LowCardinalityColumn();
  private readonly resourceHash = new FixedColumn('UInt64');
  private readonly attributes = new AttributesColumn();
  private readonly lastSeen = new FixedColumn('DateTime');
  readonly table = buildTable(METRIC_SERIES, {
    project_number: this.projectNumber,
    metric_name: this.metricName,
    series_hash: this.seriesHash,
    type: this.type,
    temporality: this.temporality,
    is_monotonic: this.isMonotonic,
    unit: this.unit,
    description: this.description,
    service_name: this.serviceName,
    environment: this.environment,
    instance: this.instance,
    job: this.job,
    scope_name: this.scopeName,
    resource_hash: this.resourceHash,
    attributes: this.attributes,
    last_seen: this.lastSeen,
  });

  constructor(isKnown: IsKnown) {
    this.keys = new KnownKeys('metric_series', isKnown);
  }

  append(
    series: Series,
    reader: WireReader,
    metric: MetricFields,
    resource: Resource,
    scope: Scope,
    attributes: Ranges,
  ): void {
    const { bytes, view } = reader;
    this.projectNumber.uint32(series.projectNumber);
    this.metricName.append(bytes, view, metric.nameStart, metric.nameEnd);
    this.seriesHash.uint64(series.low, series.high);
    this.type.uint8(metric.type);
    this.temporality.uint8(metric.temporality);
    this.isMonotonic.uint8(metric.isMonotonic);
    this.unit.append(bytes, view, metric.unitStart, metric.unitEnd);
    this.description.append(bytes, view, metric.descriptionStart, metric.descriptionEnd);
    appendPromoted(this.serviceName, resource, resource.promoted.service_name);
    appendPromoted(this.environment, resource, resource.promoted.environment);
    appendPromoted(this.instance, resource, resource.promoted.instance);
    appendPromoted(this.job, resource, resource.job);
    this.scopeName.append(bytes, view, scope.nameStart, scope.nameEnd);
    this.resourceHash.uint64(resource.hashLow, resource.hashHigh);
    this.attributes.appendRow(reader, attributes, METRIC_PATHS.attributes, resource.redacts);
    this.lastSeen.uint32(series.seconds);
  }
}

function appendPromoted(column: LowCardinalityColumn, resource: Resource, text: Promoted): void {
  column.append(resource.texts.bytes, resource.texts.view, text.start, text.end);
}
