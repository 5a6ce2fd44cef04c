import { checkAttributes } from '../../attributes/check.js';
import { toBigint } from '../../hash.js';
import { KeySet } from '../../resource/key-set.js';
import { REJECT, type Rejection } from '../../rules.js';
import { EnvelopeEncoder, type BlockEncoderOptions, type SeriesAdmission } from '../encoder/block-encoder.js';
import { LimitedPointsTable } from './limited-points-table.js';
import { METRIC_TYPE } from './metric-fields.js';
import { METRIC_PATHS, MetricWalker, type PointVisitor } from './metric-walker.js';
import type { PointFields } from './point-fields.js';
import { ExponentialHistogramTable, HistogramTable, NumberTable, SummaryTable } from './point-tables.js';
import { SeriesHash } from './series-hash.js';
import { SeriesTable } from './series-table.js';

export class MetricEncoder extends EnvelopeEncoder implements PointVisitor {
  private readonly walker = new MetricWalker();
  private readonly hash = new SeriesHash();
  private readonly series: SeriesTable;
  private readonly numbers = new NumberTable();
  private readonly histograms = new HistogramTable();
  private readonly exponentials = new ExponentialHistogramTable();
  private readonly summaries = new SummaryTable();
  private readonly limited = new LimitedPointsTable();
  private readonly pointTables = [this.numbers, this.histograms, this.exponentials, this.summaries];
  protected override readonly tables;
  protected override readonly keys;
  /** The metric's name in the dictionary of its table; -1 until a point needs it. */
  private nameIndex = -1;
  private scopeRows = 0;
  private readonly admission: SeriesAdmission;
  /** The name of the current metric, once it is needed. */
  private admits: ReturnType<SeriesAdmission> | undefined;
  private limitedPoints: { points: number } | undefined;
  /** Series that are not admitted, so that each is checked once per block. */
  private readonly refused = new KeySet();

  constructor(options: BlockEncoderOptions) {
    super('metrics', options);
    this.series = new SeriesTable(options.isKnown);
    this.admission = options.admission ?? ADMITS_ALL;
    this.tables = [this.series.table, ...this.pointTables.map(({ table }) => table), this.limited.table];
    this.keys = [this.series.keys];
  }

  protected override requestStart(): void {
    this.scopeRows = 0;
    this.limited.requestStart();
  }

  override item(start: number, end: number): void {
    this.walker.walk(this.reader, start, end, this.bounds, this);
  }

  metric(): void {
    this.nameIndex = -1;
    this.admits = this.limitedPoints = undefined;
    this.hash.startMetric(this.reader, this.walker.fields, this.currentResource, this.currentScope);
  }

  point(point: PointFields, rejection: Rejection): void {
    const { verdicts } = this.usage;
    if (rejection !== REJECT.none) {
      verdicts[rejection]++;
      checkAttributes(this.reader, point.attributes, METRIC_PATHS.attributes);
      return;
    }
    this.hash.read(this.reader, point.attributes, METRIC_PATHS.attributes);
    if (!this.#seeSeries(point)) {
      verdicts[REJECT.seriesLimit]++;
      this.limitedPoints ??= this.limited.metric(this.request.projectNumber, this.#metricName(), this.day);
      this.limitedPoints.points++;
      return;
    }
    verdicts[REJECT.none]++;
    this.scopeRows++;
    this.#appendPoint(point);
  }

  protected override completeScope(): number {
    const rows = this.scopeRows;
    this.scopeRows = 0;
    return rows;
  }

  protected override requestEnd(): void {
    for (const { point } of this.pointTables) point.owner.fill(this.request, point.rows);
    this.limited.requestEnd();
  }

  override reset(): void {
    super.reset();
    this.refused.clear();
  }

  /** Appends the row of a series that may not be stored yet. Returns whether the series is stored. */
  #seeSeries(point: PointFields): boolean {
    const { hash, day, refused } = this;
    const { projectNumber } = this.request;
    if (refused.size > 0 && refused.has(projectNumber, hash.low, hash.high)) return false;
    if (!this.series.keys.isNew(projectNumber, hash.low, hash.high, day)) return true;
    this.admits ??= this.admission(projectNumber, this.#metricName(), day);
    if (!this.admits(toBigint(hash.low, hash.high))) {
      this.series.keys.withdraw();
      refused.add(projectNumber, hash.low, hash.high);
      return false;
    }
    const series = { projectNumber, low: hash.low, high: hash.high, day, seconds: this.receivedSeconds };
    const { reader, currentResource, currentScope } = this;
    this.series.append(series, reader, this.walker.fields, currentResource, currentScope, point.attributes);
    return true;
  }

  #metricName(): string {
    const { nameStart, nameEnd } = this.walker.fields;
    return this.reader.bytes.toString('utf8', nameStart, nameEnd);
  }

  #appendPoint(point: PointFields): void {
    const { walker, reader } = this;
    const { type } = walker.fields;
    if (type === METRIC_TYPE.histogram) {
      this.#appendCommon(this.histograms, point);
      this.histograms.append(walker.histogram, reader);
    } else if (type === METRIC_TYPE.exponentialHistogram) {
      this.#appendCommon(this.exponentials, point);
      this.exponentials.append(walker.exponential, reader);
    } else if (type === METRIC_TYPE.summary) {
      this.#appendCommon(this.summaries, point);
      this.summaries.append(walker.summary, reader);
    } else {
      this.#appendCommon(this.numbers, point);
      this.numbers.append(walker.number);
    }
  }

  #appendCommon(table: Pick<NumberTable, 'point'>, point: PointFields): void {
    const { bytes, view } = this.reader;
    const { nameStart, nameEnd } = this.walker.fields;
    const columns = table.point;
    if (this.nameIndex < 0) this.nameIndex = columns.metricName.dictionary.indexOf(bytes, view, nameStart, nameEnd);
    columns.append(this.nameIndex, this.hash.low, this.hash.high, point);
  }
}

const ADMITS_ALL: SeriesAdmission = () => () => true;
