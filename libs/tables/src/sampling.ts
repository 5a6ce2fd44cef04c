const THRESHOLD = "extract(trace_state, '(?:^|,)[ \\t]*ot=(?:[^,;]*;)*th:([0-9a-f]{1,14})(?:[;,]|$)')";
const RATE = "toFloat64OrZero(attributes['SampleRate'])";
/** 2^56: the maximum weight of a span. */
const MAX_WEIGHT = '72057594037927936';

/**
 * The weight of a stored span, by OpenTelemetry's consistent probability sampling: `ot=th:T` in its trace state says that the
 * spans with a random number below T, of 2^56, were rejected. T is written without its trailing zeros. 1 for a span without it.
 */
const BY_TRACE_STATE =
  `if(position(trace_state, 'th:') = 0, 1., ${MAX_WEIGHT}. / ` +
  `toFloat64(${MAX_WEIGHT} - reinterpretAsUInt64(reverse(unhex(rightPad(${THRESHOLD}, 14, '0'))))))`;

/**
 * The weight of a stored span: by its trace state, as OpenTelemetry defines it, otherwise by the attribute `SampleRate`, where
 * 10 means one of ten. It is 1 for a span without a valid value.
 */
export const ADJUSTED_COUNT = `multiIf(${BY_TRACE_STATE} != 1, ${BY_TRACE_STATE}, ${RATE} >= 1 AND ${RATE} <= ${MAX_WEIGHT}., ${RATE}, 1.)`;
